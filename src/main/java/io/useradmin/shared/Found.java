package io.useradmin.shared;

import java.util.List;

/**
 * What a query found for a page of a list.
 *
 * @param items the elements from the offset of the page on, one more than its size where there are so many
 * @param counted how many elements the list has, counted up to {@link Total#LIMIT}
 */
public record Found<T>(List<T> items, long counted) {
    /** A page without elements, of a list that has {@code counted}. */
    public static <T> Found<T> nothing(long counted) {
        return new Found<>(List.of(), counted);
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }
}

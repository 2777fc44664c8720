package io.useradmin.shared;

import java.util.List;

/**
 * What a query found for a page of a list.
 *
 * @param items the elements from the offset of the page on, one more than its size where there are so many
 * @param total how many elements the list has
 */
public record Found<T>(List<T> items, Total total) {
    /** A page without elements. */
    public static <T> Found<T> nothing(Total total) {
        return new Found<>(List.of(), total);
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }
}

package io.useradmin.shared;

import java.util.List;

/**
 * What a query found for a page of a list.
 *
 * @param items the elements from the offset of the page on, one more than its size where there are so many
 * @param total how many elements the list has
 */
public record PageResult<T>(List<T> items, TotalCount total) {
    /** A page without elements. */
    public static <T> PageResult<T> nothing(TotalCount total) {
        return new PageResult<>(List.of(), total);
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }
}

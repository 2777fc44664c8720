package io.useradmin.shared;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Supplier;

/**
 * The result of a query for a page of a list.
 *
 * @param items the elements from the offset of the page, up to one more than its size
 * @param total the number of elements of the list
 */
public record PageResult<T>(List<T> items, TotalCount total) {
    /** A page without elements. */
    public static <T> PageResult<T> empty(TotalCount total) {
        return new PageResult<>(List.of(), total);
    }

    /** This page, or the result of {@code otherwise} if it has no elements. */
    public Uni<PageResult<T>> orIfEmpty(Supplier<Uni<PageResult<T>>> otherwise) {
        return items.isEmpty() ? otherwise.get() : Uni.createFrom().item(this);
    }
}

package io.useradmin.shared;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a query found for a page of a list.
 *
 * @param items the elements from the offset of the page on, one more than its size where there are so many
 * @param total how many elements the list has
 */
public record PageResult<T>(List<T> items, TotalCount total) {
    /** A page without elements. */
    public static <T> PageResult<T> empty(TotalCount total) {
        return new PageResult<>(List.of(), total);
    }

    /** This page, or what {@code otherwise} answers if it has no elements. */
    public Uni<PageResult<T>> orIfEmpty(Supplier<Uni<PageResult<T>>> otherwise) {
        return items.isEmpty() ? otherwise.get() : Uni.createFrom().item(this);
    }
}

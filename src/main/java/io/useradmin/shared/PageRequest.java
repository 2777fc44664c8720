package io.useradmin.shared;

/**
 * The requested part of a list and its order.
 *
 * @param page counted from 1
 * @param size elements per page, 1 to {@value #MAX_SIZE}
 * @param counting whether the total has a limit
 */
public record PageRequest<K extends SortKey>(int page, int size, Sort<K> sort, Counting counting) {
    /** The largest page size. */
    public static final int MAX_SIZE = 100;
    /** The default page size. */
    public static final int DEFAULT_SIZE = 10;

    /** The number of elements before this page; at most {@link Integer#MAX_VALUE}, and no list is longer. */
    public int offset() {
        return (int) Math.min((page - 1L) * size, Integer.MAX_VALUE - MAX_SIZE - 1L);
    }
}

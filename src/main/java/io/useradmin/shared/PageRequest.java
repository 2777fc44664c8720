package io.useradmin.shared;

/**
 * Which part of a list is asked for, and in which order.
 *
 * @param page counted from 1, at most {@value #MAX_PAGE}
 * @param size elements a page, 1 to {@value #MAX_SIZE}
 */
public record PageRequest<K extends SortKey>(int page, int size, Sort<K> sort) {
    /** The largest page; with the largest size its offset still fits the 32 bits that the persistence layer counts in. */
    public static final int MAX_PAGE = 10_000_000;
    /** The largest page size. */
    public static final int MAX_SIZE = 100;
    /** The page size where the caller names none. */
    public static final int DEFAULT_SIZE = 10;

    /** How many elements come before this page. */
    public int offset() {
        return (page - 1) * size;
    }
}

package io.useradmin.shared;

/**
 * The order of a list. The identifier breaks ties, in the same direction, so that one index serves both directions.
 *
 * @param key the property to sort by
 * @param ascending whether the smallest is first
 */
public record Sort<K extends SortKey>(K key, boolean ascending) {
    /**
     * The order as SQL, for use after {@code order by}.
     *
     * @param id the column of the identifier
     */
    public String sql(String id) {
        String direction = ascending ? " asc" : " desc";
        return key.column() + direction + (key.column().equals(id) ? "" : ", " + id + direction);
    }

    /** Smallest first. */
    public static <K extends SortKey> Sort<K> ascending(K key) {
        return new Sort<>(key, true);
    }

    /** Largest first. */
    public static <K extends SortKey> Sort<K> descending(K key) {
        return new Sort<>(key, false);
    }
}

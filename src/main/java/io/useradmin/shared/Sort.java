package io.useradmin.shared;

/**
 * The order of a list. Ties are broken by the element's identifier in the same direction, so that one index serves both.
 *
 * @param key what is compared
 * @param ascending smallest first, else largest first
 */
public record Sort<K extends SortKey>(K key, boolean ascending) {
    /** Largest first. */
    public static <K extends SortKey> Sort<K> descending(K key) {
        return new Sort<>(key, false);
    }
}

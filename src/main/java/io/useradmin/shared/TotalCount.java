package io.useradmin.shared;

/**
 * How many elements all pages of a list have together.
 *
 * @param isExact false where there are more than {@code count}, which is then where counting ended ({@link CountLimit})
 * @param counting how far it was to be counted
 */
public record TotalCount(long count, boolean isExact, Counting counting) {
    /** The total of an empty list. */
    public static final TotalCount NONE = new TotalCount(0, true, Counting.BOUNDED);
}

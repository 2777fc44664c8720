package io.useradmin.shared;

/**
 * How many elements all pages of a list have together. Counting ends at {@value #MOST_COUNTED}, so that a page of a long list
 * costs no more than one of a short list.
 *
 * @param isExact whether there are no more than {@code count}
 */
public record Total(long count, boolean isExact) {
    /** The most elements that are counted. */
    public static final int MOST_COUNTED = 250;
    /** Where a query stops counting: one more stands for any more. */
    public static final int LIMIT = MOST_COUNTED + 1;

    /** From a count that stopped at {@link #LIMIT}. */
    public static Total of(long counted) {
        return new Total(Math.min(counted, MOST_COUNTED), counted <= MOST_COUNTED);
    }

    /** The same where, by what has been seen of the list, there must be {@code seen} elements. */
    public Total atLeast(long seen) {
        return isExact ? this : new Total(Math.max(count, seen), false);
    }
}

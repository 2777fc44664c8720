package io.useradmin.shared;

/**
 * The number of elements of all pages of a list.
 *
 * @param isExact false if there are more than {@code count}, because counting stopped there ({@link CountLimit})
 * @param counting whether the count had a limit
 */
public record TotalCount(long count, boolean isExact, Counting counting) {
    /** The total of an empty list. */
    public static TotalCount none(Counting counting) {
        return new TotalCount(0, true, counting);
    }
}

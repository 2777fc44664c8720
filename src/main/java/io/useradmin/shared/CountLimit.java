package io.useradmin.shared;

import jakarta.inject.Singleton;

/** The limit up to which the elements of a list are counted, so that the cost of a page does not grow with a very long list. */
@Singleton
public class CountLimit {
    private final ListLimits limits;

    public CountLimit(ListLimits limits) {
        this.limits = limits;
    }

    /** The largest number of rows that a query counts, as SQL for {@code limit}: the limit plus one, which means "more". */
    public String rows(Counting counting) {
        return counting == Counting.EXACT ? "all" : Integer.toString(limits.maxCounted() + 1);
    }

    /** The total for a count that stopped at {@link #rows}. */
    public TotalCount total(long counted, Counting counting) {
        int most = limits.maxCounted();
        return counting == Counting.EXACT
                ? new TotalCount(counted, true, counting)
                : new TotalCount(Math.min(counted, most), counted <= most, counting);
    }
}

package io.useradmin.shared;

import jakarta.enterprise.context.ApplicationScoped;

/** Where counting the elements of a list ends, so that a page of a very long list costs no more than one of a long list. */
@ApplicationScoped
public class CountLimit {
    private final ListLimits limits;

    public CountLimit(ListLimits limits) {
        this.limits = limits;
    }

    /** The most rows that a query counts, as SQL has it after {@code limit}: one more than are told stands for any more. */
    public String rows(Counting counting) {
        return counting == Counting.EXACT ? "all" : Integer.toString(limits.maxCounted() + 1);
    }

    /** The total that follows from a count which stopped at {@link #rows}. */
    public TotalCount total(long counted, Counting counting) {
        int most = limits.maxCounted();
        return counting == Counting.EXACT
                ? new TotalCount(counted, true, counting)
                : new TotalCount(Math.min(counted, most), counted <= most, counting);
    }
}

package io.useradmin.shared;

import jakarta.enterprise.context.ApplicationScoped;

/** Where counting the elements of a list ends, so that a page of a very long list costs no more than one of a long list. */
@ApplicationScoped
public class CountLimit {
    private final ListLimits limits;

    public CountLimit(ListLimits limits) {
        this.limits = limits;
    }

    /** The most rows that a query counts: one more than are told stands for any more. */
    public int rows() {
        return limits.maxCounted() + 1;
    }

    /** The total that follows from a count which stopped at {@link #rows()}. */
    public TotalCount total(long counted) {
        int most = limits.maxCounted();
        return new TotalCount(Math.min(counted, most), counted <= most);
    }
}

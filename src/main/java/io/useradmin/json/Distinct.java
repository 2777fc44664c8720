package io.useradmin.json;

import java.util.HashSet;
import java.util.Set;

/** Finds repeated values that must be unique. */
public final class Distinct<T> {
    private final Set<T> seen = new HashSet<>();

    /** Whether {@code value} at {@code item} is new. If not, adds a violation. */
    public boolean isNew(JsonItem item, T value) {
        return item.require(seen.add(value), "duplicate", "must not be given twice");
    }
}

package io.useradmin.json;

import java.util.HashSet;
import java.util.Set;

/** Notes what is given a second time where it may be given once. */
public final class Distinct<T> {
    private final Set<T> seen = new HashSet<>();

    /** Whether {@code value}, which stands at {@code item}, was not given before; a violation where it was. */
    public boolean isNew(JsonItem item, T value) {
        return item.require(seen.add(value), "duplicate", "must not be given twice");
    }
}

package io.useradmin.shared;

import io.useradmin.shared.Violation.Severity;
import java.util.ArrayList;
import java.util.List;

/** Gathers all that is wrong with one request, so that the caller learns of everything at once. */
public final class Violations {
    /** A hostile body can be wrong in tens of thousands of places; nobody reads more than these. */
    static final int MOST_KEPT = 100;

    private final List<Violation> found = new ArrayList<>();

    /** Notes a value that cannot be read at all. */
    public void unreadable(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.UNREADABLE));
    }

    /** Notes a value that was read and breaks a rule. */
    public void broken(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.BROKEN_RULE));
    }

    /** What was found so far, in the order of finding, at most {@value #MOST_KEPT}. */
    public List<Violation> found() {
        return List.copyOf(found);
    }

    /** Whether nothing is wrong. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    private void add(Violation violation) {
        if (found.size() < MOST_KEPT) {
            found.add(violation);
        }
    }
}

package io.useradmin.shared;

import io.useradmin.shared.Violation.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects all errors of one request, so that the client gets them at once. */
public final class Violations {
    /** A hostile body can have tens of thousands of errors; a response has only these. */
    static final int MOST_KEPT = 100;

    private final List<Violation> found = new ArrayList<>();

    /** Notes a value that cannot be read. */
    public void unreadable(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.UNREADABLE));
    }

    /** Notes a value that breaks a rule. */
    public void broken(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.BROKEN_RULE));
    }

    /** The violations so far, in the order of their discovery, at most {@value #MOST_KEPT}. */
    public List<Violation> found() {
        return List.copyOf(found);
    }

    /** Whether there are no violations. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    private void add(Violation violation) {
        if (found.size() < MOST_KEPT) {
            found.add(violation);
        }
    }
}

package io.useradmin.shared;

import io.useradmin.shared.Violation.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects all errors of a request, so that the client gets them together. */
public final class Violations {
    /** A hostile body can have tens of thousands of errors. The response has only this many. */
    static final int MOST_KEPT = 100;

    private final List<Violation> found = new ArrayList<>();

    /** Adds a value that cannot be read. */
    public void unreadable(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.UNREADABLE));
    }

    /** Adds a value that breaks a rule. */
    public void broken(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.BROKEN_RULE));
    }

    /**
     * Reads a position in a list. It belongs to the values that select and sort the list, so it is read only if there are no
     * violations yet.
     *
     * @param detail what a position must be
     * @param read returns empty if the position is malformed; then a violation of {@code location} is added
     */
    public <T> Optional<T> position(Location location, String detail, Supplier<Optional<T>> read) {
        if (!isEmpty()) {
            return Optional.empty();
        }
        Optional<T> position = read.get();
        if (position.isEmpty()) {
            unreadable(location, "malformed", detail);
        }
        return position;
    }

    /** The violations so far, in the order in which they were found, at most {@value #MOST_KEPT}. */
    public List<Violation> found() {
        return List.copyOf(found);
    }

    /** Whether there are no violations. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Keeps an error once, even if a value is read twice. One that decides the status is kept instead of another. */
    private void add(Violation violation) {
        if (found.contains(violation)) {
            return;
        }
        if (found.size() < MOST_KEPT) {
            found.add(violation);
        } else if (violation.severity() == Severity.UNREADABLE) {
            found.set(MOST_KEPT - 1, violation);
        }
    }
}

package io.useradmin.shared;

import io.useradmin.shared.Violation.Severity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.function.Supplier;

/** Collects all errors of a request, so that the client gets them together. */
public final class Violations {
    /** A hostile body can have tens of thousands of errors. The response has only this many. */
    static final int MOST_KEPT = 100;

    /**
     * The most characters of all locations together, unless the first one is longer. Names of members are up to 256 characters
     * long and 32 levels deep, so that without this limit, a body of 8 kB has a response of 1.5 MB.
     */
    static final int MOST_CHARACTERS = 8_192;

    /** From the first error on, a set: it keeps an error once, even if a value is read twice. Most requests have none. */
    private SequencedCollection<Violation> found = List.of();

    private int characters;

    /** Adds a value that cannot be read. */
    public void unreadable(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.UNREADABLE));
    }

    /** Adds a value that breaks a rule. */
    public void broken(Location location, String code, String detail) {
        add(new Violation(location, code, detail, Severity.BROKEN_RULE));
    }

    /** The same with a location that is built only if the error can be kept. */
    public void broken(Supplier<? extends Location> location, String code, String detail) {
        if (!isFull()) {
            broken(location.get(), code, detail);
        }
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

    /** Adds an error. If there are too many, one that decides the status replaces another. */
    public void add(Violation violation) {
        if (found.contains(violation)) {
            return;
        }
        characters += violation.location().value().length();
        if (found.isEmpty()) {
            found = new LinkedHashSet<>(List.of(violation));
        } else if (!isFull()) {
            found.add(violation);
        } else if (violation.severity() == Severity.UNREADABLE) {
            found.removeLast();
            found.add(violation);
        }
    }

    private boolean isFull() {
        return found.size() >= MOST_KEPT || characters > MOST_CHARACTERS;
    }
}

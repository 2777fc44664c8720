package io.useradmin.problem;

import io.smallrye.mutiny.CompositeException;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.Violations;
import java.util.List;
import java.util.Optional;

/** Ends an operation with a {@link Problem}. It has no stack trace, because it is a response, not a bug. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.type().title(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /** A missing resource. {@code type} has status 404. */
    public static ProblemException notFound(ProblemType type) {
        return new ProblemException(new Problem.NotFound(type));
    }

    /** Ends the operation if a resource was not {@code found}. {@code otherwise} has status 404. */
    public static void requireFound(boolean found, ProblemType otherwise) {
        if (!found) {
            throw notFound(otherwise);
        }
    }

    /** The service is temporarily unavailable, and nothing was changed. */
    public static ProblemException nothingDone() {
        return new ProblemException(new Problem.Unavailable(true));
    }

    /** One part of the request breaks a rule. */
    public static ProblemException invalid(Location location, String code, String detail) {
        return new ProblemException(
                new Problem.InvalidInput(List.of(new Violation(location, code, detail, Severity.BROKEN_RULE))));
    }

    /**
     * The original failure of an operation whose rollback failed because the connection broke. Nothing was changed, and the
     * client gets the original failure.
     */
    static Optional<Problem> behind(Throwable failure) {
        return failure instanceof CompositeException && failure.getCause() instanceof ProblemException refusal
                ? Optional.of(refusal.problem())
                : Optional.empty();
    }

    /** Ends the operation if there is any violation. */
    public static void throwIfAny(Violations violations) {
        if (!violations.isEmpty()) {
            throw new ProblemException(new Problem.InvalidInput(violations.found()));
        }
    }
}

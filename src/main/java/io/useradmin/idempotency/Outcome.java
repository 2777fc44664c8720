package io.useradmin.idempotency;

import io.useradmin.problem.ProblemException;

/** The result of a request with a key, which is stored. */
sealed interface Outcome {
    record Response(Object value) implements Outcome {}

    /** A refusal by the operation (4xx). */
    record Refusal(ProblemException problem) implements Outcome {}

    /** The value that the operation returned or threw. */
    default Object result() {
        return switch (this) {
            case Response(Object value) -> value;
            case Refusal(ProblemException problem) -> throw problem;
        };
    }
}

package io.useradmin.idempotency;

import io.useradmin.problem.ProblemException;

/** The result of a request with a key: what is stored, too. */
sealed interface Outcome {
    record Response(Object value) implements Outcome {}

    /** A refusal by the operation (4xx). */
    record Refusal(ProblemException problem) implements Outcome {}

    /** What the operation returned or threw. */
    default Object result() {
        return switch (this) {
            case Response(Object value) -> value;
            case Refusal(ProblemException problem) -> throw problem;
        };
    }
}

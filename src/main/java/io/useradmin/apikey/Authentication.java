package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.problem.Refusals;
import java.time.Duration;
import java.util.Optional;

/** The result of checking a key. */
sealed interface Authentication {
    /** The key is valid. */
    record Accepted(ApiKey key, Caller caller) implements Authentication {}

    /** There is no key, or it is malformed, unknown, expired or revoked. The client does not learn which. */
    record Refused() implements Authentication {}

    /**
     * The source has had too many failures. Either the key is invalid, or it was not looked up.
     *
     * @param retryAfter how long the source should wait
     */
    record Limited(Duration retryAfter) implements Authentication {}

    /** The problem for a client that may not continue; empty if the key is valid. */
    default Optional<Problem> refusal() {
        return switch (this) {
            case Accepted _ -> Optional.empty();
            case Refused _ -> Optional.of(new Problem.Unauthenticated());
            case Limited(var retryAfter) -> Optional.of(Refusals.tooManyFailedKeys(retryAfter));
        };
    }
}

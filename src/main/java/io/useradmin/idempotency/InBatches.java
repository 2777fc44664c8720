package io.useradmin.idempotency;

import io.smallrye.mutiny.Uni;
import io.useradmin.problem.BackgroundFailures;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/**
 * Runs a request that needs many transactions: it claims the key before them and stores the response after them. If a crash
 * leaves a claim behind, or the response cannot be stored, a repetition takes the claim over after the deadline, when the first
 * request very probably has ended. Then it runs the action again, which does no harm, and the response has the result of the
 * repetition.
 */
@Singleton
class InBatches {
    private final StoredResponseRepository responses;
    private final Clock clock;
    private final BackgroundFailures failures;

    InBatches(StoredResponseRepository responses, Clock clock, BackgroundFailures failures) {
        this.responses = responses;
        this.clock = clock;
        this.failures = failures;
    }

    /** The result of the request; for a repetition, the stored result. */
    Uni<Outcome> run(KeyedRequest request) {
        Instant now = clock.instant();
        return responses
                .claim(request.key(), request.fingerprint(), now)
                .flatMap(claimed -> claimed ? first(request, now) : repeat(request, now));
    }

    private Uni<Outcome> first(KeyedRequest request, Instant claimedAt) {
        return KeyedRequest.outcome(request.proceed())
                .onFailure()
                .call(() ->
                        responses.release(request.key(), claimedAt).onFailure().recoverWithNull())
                .call(outcome -> store(outcome, request, claimedAt));
    }

    /** If it fails, the client still gets the response: an error would claim that nothing was changed. */
    private Uni<Void> store(Outcome outcome, KeyedRequest request, Instant claimedAt) {
        return responses
                .complete(request.key(), claimedAt, request.stored(outcome))
                .onFailure()
                .invoke(failure -> failures.note("stored response:", failure))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Outcome> repeat(KeyedRequest request, Instant now) {
        return responses
                .find(request.key(), now)
                .map(found -> found.map(request::replay).orElseThrow(KeyedRequest::inUse));
    }
}

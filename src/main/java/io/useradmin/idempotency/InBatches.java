package io.useradmin.idempotency;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/**
 * Runs a request that is many transactions: it claims the key before and stores the response after them. A claim that a crash left is
 * taken over by a repetition after the deadline, when the first request can hardly run any more. Then the action is done again, which does
 * no harm, and the response tells what the repetition did.
 */
@Singleton
class InBatches {
    private final StoredResponseRepository responses;
    private final Clock clock;

    InBatches(StoredResponseRepository responses, Clock clock) {
        this.responses = responses;
        this.clock = clock;
    }

    /** The result of the request, or the stored result of the request that it repeats. */
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
                .call(outcome -> responses.complete(request.key(), claimedAt, request.stored(outcome)));
    }

    private Uni<Outcome> repeat(KeyedRequest request, Instant now) {
        return responses
                .find(request.key(), now)
                .map(found -> found.map(request::replay).orElseThrow(KeyedRequest::inUse));
    }
}

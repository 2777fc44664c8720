package io.useradmin.idempotency;

import io.smallrye.mutiny.Uni;
import io.useradmin.database.RequestTransaction;
import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Runs a request in the same transaction that stores its response, so that a crash cannot separate them. It stores the response
 * after the change, because the change takes the user's lock before it writes (ADR 13).
 */
@Singleton
class InTransaction {
    private final RequestTransaction transaction;
    private final StoredResponseRepository responses;
    private final Clock clock;

    InTransaction(RequestTransaction transaction, StoredResponseRepository responses, Clock clock) {
        this.transaction = transaction;
        this.responses = responses;
        this.clock = clock;
    }

    /**
     * The result of the request; for a repetition, the stored result, also if another repetition has the lock. A refusal must not
     * roll back the transaction.
     */
    Uni<Outcome> run(KeyedRequest request) {
        return transaction.run(() -> responses
                .tryLock(request.key())
                .flatMap(locked -> responses
                        .find(request.key(), clock.instant())
                        .flatMap(found -> found.map(stored -> Uni.createFrom().item(request.replay(stored)))
                                .orElseGet(() -> first(request, locked)))));
    }

    private Uni<Outcome> first(KeyedRequest request, boolean locked) {
        if (!locked) {
            throw KeyedRequest.inUse();
        }
        return KeyedRequest.outcome(transaction.attempt(request::proceed))
                .call(outcome -> responses.store(request.key(), request.stored(outcome), clock.instant()));
    }
}

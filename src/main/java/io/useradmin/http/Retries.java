package io.useradmin.http;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.problem.DatabaseFailure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.time.Duration;
import java.util.Objects;

/**
 * Begins an operation again when its transaction was given up for another one: a deadlock, or a serialization failure, which
 * isolation levels above PostgreSQL's default bring with them, and distributed databases of its kind at any. Nothing of it
 * was done and nothing was answered yet, so that it may begin again as a whole. It does so at once, because what was in its
 * way has mostly ended, then after longer and longer pauses; where there is always something, the caller is told.
 */
@Retried
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
class Retries {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);
    private static final int MOST_PAUSES = 9;

    @AroundInvoke
    Object begin(InvocationContext operation) {
        Uni<Object> attempt = Uni.createFrom().deferred(Unchecked.supplier(() -> attempt(operation)));
        return attempt.onFailure(DatabaseFailure::isConflict)
                .recoverWithUni(() -> onThisContext(attempt)
                        .onFailure(DatabaseFailure::isConflict)
                        .retry()
                        .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                        .atMost(MOST_PAUSES));
    }

    @SuppressWarnings("unchecked") // Every operation answers a Uni.
    private static Uni<Object> attempt(InvocationContext operation) throws Exception {
        return (Uni<Object>) operation.proceed();
    }

    /** A pause ends on a thread of its own, where no transaction may begin. */
    private static Uni<Object> onThisContext(Uni<Object> attempt) {
        Context request = Objects.requireNonNull(Vertx.currentContext(), "operations run on an event loop");
        return attempt.runSubscriptionOn(task -> request.runOnContext(_ -> task.run()));
    }
}

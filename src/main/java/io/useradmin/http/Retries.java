package io.useradmin.http;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.problem.DatabaseFailure;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/**
 * Begins an operation again when its transaction was given up for another one: a deadlock, or a serialization failure, which
 * isolation levels above PostgreSQL's default bring with them, and distributed databases of its kind at any. Nothing of it
 * was done and nothing was answered yet, so that it may begin again as a whole. It does so at once, because what was in its
 * way has ended; where there is always something, the caller is told after some tries.
 */
@Retried
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
class Retries {
    private static final int MOST = 10;

    @AroundInvoke
    Object begin(InvocationContext operation) {
        return Uni.createFrom()
                .deferred(Unchecked.supplier(() -> (Uni<?>) operation.proceed()))
                .onFailure(DatabaseFailure::isConflict)
                .retry()
                .atMost(MOST);
    }
}

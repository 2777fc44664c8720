package io.useradmin.admission;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.MethodInterceptor;
import io.useradmin.shared.CurrentContext;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Runs an operation when its event loop has a permit. If PostgreSQL aborts the transaction because of another one (deadlock,
 * serialization failure), it retries the operation: nothing was done, and no response was sent. The first retry starts at once,
 * because the conflict is usually over. Later ones use exponential backoff.
 */
@Admitted
@Interceptor
@Priority(MethodInterceptor.ADMISSION)
class AdmissionInterceptor {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);
    private static final int MAX_PAUSES = 9;

    private final OperationLimits limits;

    AdmissionInterceptor(OperationLimits limits) {
        this.limits = limits;
    }

    @AroundInvoke
    Object admit(InvocationContext operation) {
        RoutingContext routing = HttpRequests.routing(operation);
        RequestLifecycle request = RequestWatch.lifecycle(routing);
        Executor executor = CurrentContext.executor();
        Uni<Object> attempt = Uni.createFrom().deferred(Unchecked.supplier(() -> attempt(operation, routing)));
        return request.runOperation(
                limits.ofThisEventLoop(routing.request()), executor, () -> retried(attempt, request, executor));
    }

    @SuppressWarnings("unchecked") // Every operation returns a Uni.
    private static Uni<Object> attempt(InvocationContext operation, RoutingContext routing) throws Exception {
        RequestInfo.of(routing).begin();
        return (Uni<Object>) operation.proceed();
    }

    /** A backoff ends on another thread, but a transaction must begin on the request's context. */
    private static Uni<Object> retried(Uni<Object> attempt, RequestLifecycle request, Executor context) {
        return attempt.onFailure(failure -> mayRetry(failure, request))
                .recoverWithUni(() -> attempt.runSubscriptionOn(context)
                        .onFailure(failure -> mayRetry(failure, request))
                        .retry()
                        .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                        .atMost(MAX_PAUSES));
    }

    /** Once the response has ended, nobody waits for another attempt. */
    private static boolean mayRetry(Throwable failure, RequestLifecycle request) {
        return DatabaseFailure.isConflict(failure) && !request.isResponseEnded();
    }
}

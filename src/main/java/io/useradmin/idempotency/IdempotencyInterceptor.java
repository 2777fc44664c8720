package io.useradmin.idempotency;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.http.InSeveralTransactions;
import io.useradmin.http.WithoutIdempotencyKey;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.MethodInterceptor;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.Optional;

/** Runs a POST or PATCH with an {@link IdempotencyKey} only once, and returns the stored response for repetitions. */
@Admitted
@Interceptor
@Priority(MethodInterceptor.IDEMPOTENCY)
class IdempotencyInterceptor {
    private final InTransaction inTransaction;
    private final InBatches inBatches;
    private final ProblemRenderer problems;
    private final ObjectMapper json;

    IdempotencyInterceptor(
            InTransaction inTransaction, InBatches inBatches, ProblemRenderer problems, ObjectMapper json) {
        this.inTransaction = inTransaction;
        this.inBatches = inBatches;
        this.problems = problems;
        this.json = json;
    }

    @AroundInvoke
    Object once(InvocationContext operation) throws Exception {
        RoutingContext routing = HttpRequests.routing(operation);
        if (!IdempotencyKey.isIn(routing.request())
                || operation.getMethod().isAnnotationPresent(WithoutIdempotencyKey.class)) {
            return operation.proceed();
        }
        var violations = new Violations();
        Optional<IdempotencyKey> key = IdempotencyKey.of(routing, violations);
        if (key.isEmpty()) {
            // The operation refuses the request, together with its own errors.
            RequestInfo.of(routing).setHeaderErrors(violations.found());
            return operation.proceed();
        }
        var request = new KeyedRequest(operation, routing, key.get(), problems, json);
        Uni<Outcome> outcome = operation.getMethod().isAnnotationPresent(InSeveralTransactions.class)
                ? inBatches.run(request)
                : inTransaction.run(request);
        return outcome.map(Outcome::result);
    }
}

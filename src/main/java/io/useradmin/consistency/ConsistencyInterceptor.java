package io.useradmin.consistency;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.admission.Admitted;
import io.useradmin.database.replica.CommitPositions;
import io.useradmin.database.replica.ConsistencyToken;
import io.useradmin.database.replica.ReadConsistency;
import io.useradmin.database.replica.Replica;
import io.useradmin.problem.Problem.InvalidInput;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.MethodInterceptor;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.List;
import org.jboss.resteasy.reactive.RestResponse;

/**
 * Lets a replica serve reads, if there is one. Sends a token with the response to each write, with which later reads see the
 * write.
 */
@Admitted
@Interceptor
@Priority(MethodInterceptor.CONSISTENCY)
class ConsistencyInterceptor {
    private final Replica replica;

    ConsistencyInterceptor(Replica replica) {
        this.replica = replica;
    }

    @AroundInvoke
    Object run(InvocationContext operation) throws Exception {
        RoutingContext routing = HttpRequests.routing(operation);
        if (HttpRequests.isRead(routing.request())) {
            var violations = new Violations();
            ReadConsistency consistency = ConsistencyHeaders.read(routing.request(), violations);
            if (!violations.isEmpty()) {
                throw refusal(operation, violations);
            }
            if (replica.isConfigured()) {
                consistency.begin();
            }
            return operation.proceed();
        }
        return replica.isConfigured() ? recorded(operation, routing.response()) : operation.proceed();
    }

    /**
     * Refuses a read, together with the errors that the operation finds in its own input before it returns. Nothing subscribes to
     * the returned Uni, so no statement runs. A read must not acquire anything before it returns.
     */
    private static ProblemException refusal(InvocationContext operation, Violations violations) throws Exception {
        try {
            var _ = operation.proceed();
        } catch (ProblemException refused) {
            if (refused.problem() instanceof InvalidInput(List<Violation> others)) {
                others.forEach(violations::add);
            }
        }
        return new ProblemException(new InvalidInput(violations.found()));
    }

    @SuppressWarnings("unchecked") // Every operation returns a Uni.
    private Uni<Object> recorded(InvocationContext operation, HttpServerResponse response) throws Exception {
        CommitPositions commits = CommitPositions.begin();
        return ((Uni<Object>) operation.proceed())
                .call(result -> isSuccess(result)
                        ? token(commits).invoke(token -> tell(response, token))
                        : Uni.createFrom().nullItem());
    }

    private Uni<ConsistencyToken> token(CommitPositions commits) {
        return AsyncResultUni.toUni(handler -> replica.token(commits).onComplete(handler));
    }

    /** A refusal can be the stored response to an earlier request. */
    private static boolean isSuccess(Object result) {
        return !(result instanceof RestResponse<?> response) || response.getStatus() < 300;
    }

    /** Skips a response that has already been sent, because of the deadline. */
    private static void tell(HttpServerResponse response, ConsistencyToken token) {
        if (!response.headWritten()) {
            response.putHeader(ConsistencyHeaders.TOKEN, token.toString());
        }
    }
}

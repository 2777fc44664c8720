package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.useradmin.server.RequestTargetGuard;
import io.useradmin.shared.CurrentContext;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;

/** Authenticates the client before anything else, also for unknown paths. */
@Provider
@PreMatching
@Priority(PreMatchingFilter.AUTHENTICATION)
class AuthenticationFilter implements ResteasyReactiveContainerRequestFilter {
    private final ApiKeyAuthenticator authenticator;

    AuthenticationFilter(ApiKeyAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public void filter(ResteasyReactiveContainerRequestContext request) {
        HttpServerRequest sent = HttpRequests.routing(request).request();
        if (!RequestTargetGuard.needsKey(sent)) {
            return;
        }
        CompletableFuture<Authentication> checked =
                authenticator.authenticate(KeyHeaders.key(sent), () -> ClientNetwork.of(sent));
        if (checked.state() == Future.State.SUCCESS) {
            apply(checked.resultNow(), request);
            return;
        }
        request.suspend();
        // The lookup may belong to another request, in whose context it ends.
        Uni.createFrom()
                .completionStage(checked)
                .emitOn(CurrentContext.executor())
                .subscribe()
                .with(outcome -> resume(request, outcome), request::resume);
    }

    private void resume(ResteasyReactiveContainerRequestContext request, Authentication outcome) {
        try {
            apply(outcome, request);
            request.resume();
        } catch (ProblemException refused) {
            request.resume(refused);
        }
    }

    private void apply(Authentication outcome, ResteasyReactiveContainerRequestContext request) {
        outcome.refusal().ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        if (outcome instanceof Authentication.Accepted(var key, var caller)) {
            key.storeIn(HttpRequests.routing(request));
            caller.storeIn(HttpRequests.routing(request));
            RequestInfo.of(request).calledBy(caller.keyId());
        }
    }
}

package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.useradmin.server.RequestTargetGuard;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Finds out who calls, before anything else is looked at, unknown paths included. */
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
        if (!isOfApi(request)) {
            return;
        }
        CompletableFuture<Authentication> checked = authenticator.authenticate(
                onlyValue(request),
                () -> KeySource.of(RequestInfo.routing(request).request()));
        if (checked.isDone() && !checked.isCompletedExceptionally()) {
            apply(checked.join(), request);
            return;
        }
        request.suspend();
        Uni.createFrom()
                .completionStage(checked)
                .subscribe()
                .with(outcome -> resume(request, outcome), request::resume);
    }

    private static boolean isOfApi(ResteasyReactiveContainerRequestContext request) {
        try {
            return request.getUriInfo().getPath().startsWith("/api");
        } catch (IllegalArgumentException decodedTwice) {
            // As the framework does with a path that has parameters (;), which is refused once the caller is known.
            return true;
        }
    }

    /** A key that is sent twice is malformed. */
    private static @Nullable String onlyValue(ResteasyReactiveContainerRequestContext request) {
        List<String> values = request.getHeaders().get(RequestTargetGuard.KEY_HEADER);
        return values != null && values.size() == 1 ? values.getFirst() : null;
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
        switch (outcome) {
            case Authentication.Accepted(var caller) -> {
                caller.sent(RequestInfo.routing(request));
                RequestInfo.of(request).calledBy(caller.keyId());
            }
            case Authentication.Refused() -> throw new ProblemException(new Problem.Unauthenticated());
            case Authentication.Limited(var retryAfter) ->
                throw new ProblemException(new Problem.TooManyFailedKeys(retryAfter));
        }
    }
}

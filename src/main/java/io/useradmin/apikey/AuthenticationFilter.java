package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.Refusals;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.useradmin.server.RequestTargetGuard;
import io.useradmin.shared.CurrentContext;
import io.vertx.core.MultiMap;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;
import org.jspecify.annotations.Nullable;

/** Authenticates the client before anything else, also for unknown paths. */
@Provider
@PreMatching
@Priority(PreMatchingFilter.AUTHENTICATION)
class AuthenticationFilter implements ResteasyReactiveContainerRequestFilter {
    private static final String API = "/api";
    private static final String SIGNALS = "/api/ssf/";
    private static final String BEARER = "Bearer ";

    private final ApiKeyAuthenticator authenticator;

    AuthenticationFilter(ApiKeyAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public void filter(ResteasyReactiveContainerRequestContext request) {
        if (!isBelow(API, request)) {
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
        // The lookup may belong to another request, in whose context it ends.
        Uni.createFrom()
                .completionStage(checked)
                .emitOn(CurrentContext.executor())
                .subscribe()
                .with(outcome -> resume(request, outcome), request::resume);
    }

    private static boolean isBelow(String start, ResteasyReactiveContainerRequestContext request) {
        try {
            return request.getUriInfo().getPath().startsWith(start);
        } catch (IllegalArgumentException decodedTwice) {
            // Ignores path parameters (;), as the router does. PathFilter refuses them after authentication.
            return true;
        }
    }

    /** A repeated header is malformed. Reads it from Vert.x, because Quarkus would copy all headers to a map. */
    private static @Nullable String onlyValue(ResteasyReactiveContainerRequestContext request) {
        MultiMap headers = RequestInfo.routing(request).request().headers();
        List<String> values = headers.getAll(RequestTargetGuard.KEY_HEADER);
        if (isBelow(SIGNALS, request)) {
            values = Stream.concat(values.stream(), bearer(headers)).toList();
        }
        return values.size() == 1 ? values.getFirst() : null;
    }

    /** Receivers of Shared Signals send the key as an OAuth bearer token (RFC 6750). */
    private static Stream<String> bearer(MultiMap headers) {
        return headers.getAll(HttpHeaders.AUTHORIZATION).stream()
                .map(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length())
                        ? value.substring(BEARER.length())
                        : value);
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
            case Authentication.Accepted(var key, var caller) -> {
                key.sent(RequestInfo.routing(request));
                caller.sent(RequestInfo.routing(request));
                RequestInfo.of(request).calledBy(caller.keyId());
            }
            case Authentication.Refused() -> throw new ProblemException(new Problem.Unauthenticated());
            case Authentication.Limited(var retryAfter) ->
                throw new ProblemException(Refusals.tooManyFailedKeys(retryAfter));
        }
    }
}

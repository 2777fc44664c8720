package io.useradmin.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Refuses a request whose target is no URI, such as one with a broken percent-encoding. The HTTP server would do it before
 * any route sees the request, but with an empty body; {@link #LEAVE_TO_US} turns that off.
 */
@Singleton
public class RequestTargetGuard {
    /** The system property that stops the server's own check; to be {@code true} before the server's classes are loaded. */
    public static final String LEAVE_TO_US = "vertx.disableURIValidation";

    private static final int BEFORE_EVERYTHING = 10_000;

    private final ProblemRenderer problems;

    RequestTargetGuard(ProblemRenderer problems) {
        this.problems = problems;
    }

    void register(@Observes Filters filters) {
        filters.register(this::check, BEFORE_EVERYTHING);
    }

    /** A percent-encoding that is broken within the path stops the router before it comes to any filter. */
    void register(@Observes Router router) {
        router.errorHandler(HttpResponseStatus.BAD_REQUEST.code(), context -> refuse(context.request()));
    }

    private void check(RoutingContext context) {
        if (isUri(context.request().uri())) {
            context.next();
        } else {
            refuse(context.request());
        }
    }

    private void refuse(HttpServerRequest request) {
        problems.send(
                new Problem.Refused(ProblemType.MALFORMED_REQUEST, "The request target is not a valid URI."), request);
    }

    private static boolean isUri(String target) {
        try {
            var _ = new URI(target);
            return true;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }
}

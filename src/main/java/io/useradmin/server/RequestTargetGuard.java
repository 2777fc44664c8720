package io.useradmin.server;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Objects;

/**
 * Refuses a request with an invalid target, for example a broken percent-encoding, or without a valid Host. The HTTP server would
 * check this before any route, but more strictly and without a problem response. {@link #LEAVE_TO_US} turns that check off.
 */
@Singleton
public class RequestTargetGuard {
    /**
     * The system property that turns the check of the HTTP server off. It must be {@code true} before the classes of the server
     * are loaded.
     */
    public static final String LEAVE_TO_US = "vertx.disableURIValidation";

    /** The header with the client's API key. */
    public static final String KEY_HEADER = "X-API-KEY";

    private static final int BAD_REQUEST = HttpResponseStatus.BAD_REQUEST.code();

    private static final Problem NOT_NORMALISED = new Problem.Refused(
            ProblemType.MALFORMED_REQUEST,
            "The path is not normalised: send no empty or relative segments, and encode only what must be encoded.");

    private final ProblemRenderer problems;
    private final FramingGuard framing;
    private final StandardHeaders headers;

    RequestTargetGuard(ProblemRenderer problems, FramingGuard framing, StandardHeaders headers) {
        this.problems = problems;
        this.framing = framing;
        this.headers = headers;
    }

    void register(@Observes Filters filters) {
        RouterHandler.TARGET.register(filters, this::check);
    }

    /**
     * Handles requests that the router refuses before any filter: a broken percent-encoding, a missing Host, a path that does not
     * begin with a slash.
     */
    void register(@Observes Router router) {
        router.errorHandler(BAD_REQUEST, this::refuse);
        RouterHandler.TARGET.registerForFailures(router, this::handleFailure);
    }

    private void handleFailure(RoutingContext context) {
        if (context.statusCode() == BAD_REQUEST || !beginsAtRoot(context.request())) {
            refuse(context);
        } else {
            context.next();
        }
    }

    /** Under /api, a missing key must be 401, whatever else is wrong. Receivers of Shared Signals send it as a bearer token. */
    private static boolean isWithoutKey(HttpServerRequest request) {
        boolean mayHaveToken = request.uri().startsWith("/api/ssf/");
        return request.uri().startsWith("/api")
                && !request.headers().contains(KEY_HEADER)
                && !(mayHaveToken && request.headers().contains(HttpHeaders.AUTHORIZATION));
    }

    private static boolean beginsAtRoot(HttpServerRequest request) {
        String path = request.path();
        return path != null && path.startsWith("/");
    }

    private void check(RoutingContext context) {
        String uri = context.request().uri();
        if (RequestTarget.isPlain(uri)) {
            context.next();
        } else if (!RequestTarget.isReadable(uri)) {
            refuse(context);
        } else if (RequestTarget.isNormalised(
                Objects.requireNonNullElse(context.request().path(), ""))) {
            context.next();
        } else {
            problems.send(isWithoutKey(context.request()) ? new Problem.Unauthenticated() : NOT_NORMALISED, context);
        }
    }

    /** If one part of a request is invalid, its framing cannot be trusted either, so nothing more is read from the connection. */
    private void refuse(RoutingContext context) {
        framing.end(context);
        headers.set(context);
        problems.send(
                isWithoutKey(context.request()) ? new Problem.Unauthenticated() : Refusals.unreadableTarget(), context);
    }
}

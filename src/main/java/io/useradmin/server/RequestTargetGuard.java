package io.useradmin.server;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.useradmin.shared.CurrentContext;
import io.useradmin.shared.Location.Parameter;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;

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

    private static final String API = "/api";

    private static final int BAD_REQUEST = HttpResponseStatus.BAD_REQUEST.code();

    private static final Problem NOT_NORMALISED = Refusals.malformed(
            new Parameter("path"),
            "must have no empty or relative segments, and percent-encode only what must be encoded");

    private final ProblemRenderer problems;
    private final StandardHeaders headers;
    private final KeyCheck keys;

    RequestTargetGuard(ProblemRenderer problems, StandardHeaders headers, KeyCheck keys) {
        this.problems = problems;
        this.headers = headers;
        this.keys = keys;
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
        if (isForServer(context.request())) {
            answer(context);
        } else if (context.statusCode() == BAD_REQUEST || !beginsAtRoot(context.request())) {
            refuse(context);
        } else {
            context.next();
        }
    }

    /** {@code OPTIONS *} concerns no path, but the server: a client can ask whether it is there (RFC 9110, 9.3.7). */
    private static boolean isForServer(HttpServerRequest request) {
        return request.method().equals(HttpMethod.OPTIONS) && "*".equals(request.uri());
    }

    /** The framing was not checked, because the router runs no filter for such a target. */
    private void answer(RoutingContext context) {
        FramingGuard.end(context);
        headers.set(context);
        var _ = context.response()
                .setStatusCode(HttpResponseStatus.NO_CONTENT.code())
                .end();
    }

    private static boolean beginsAtRoot(HttpServerRequest request) {
        return HttpRequests.path(request).startsWith("/");
    }

    private void check(RoutingContext context) {
        String uri = context.request().uri();
        if (RequestTarget.isPlain(uri)) {
            context.next();
        } else if (!RequestTarget.isReadable(uri) || !RequestTarget.hasPath(uri)) {
            refuse(context);
        } else if (RequestTarget.isNormalised(HttpRequests.path(context.request()))) {
            context.next();
        } else {
            refuseNotNormalised(context);
        }
    }

    /**
     * If one part of a request is invalid, its framing cannot be trusted either, so nothing more is read from the connection. The
     * router does not wait for a response, so the key is not looked up.
     */
    private void refuse(RoutingContext context) {
        FramingGuard.end(context);
        headers.set(context);
        Optional<Problem> refusalOfKey =
                needsKey(context.request()) ? keys.refusalWithoutLookup(context.request()) : Optional.empty();
        problems.send(refusalOfKey.orElseGet(() -> unreadable(context.request())), context);
    }

    private static Problem unreadable(HttpServerRequest request) {
        if (!beginsAtRoot(request)
                || !RequestTarget.hasPath(request.uri())
                || !RequestTarget.isReadable(HttpRequests.path(request))) {
            return Refusals.unreadablePath();
        }
        return RequestTarget.isReadable(request.uri()) ? Refusals.unreadableHost() : Refusals.unreadableQuery();
    }

    private void refuseNotNormalised(RoutingContext context) {
        if (!needsKey(context.request())) {
            problems.send(NOT_NORMALISED, context);
            return;
        }
        var _ = keys.refusal(context.request())
                .whenCompleteAsync(
                        (refusal, failure) -> {
                            // The client may have disconnected during the lookup.
                            if (context.response().closed()) {
                                return;
                            }
                            if (failure == null) {
                                problems.send(refusal.orElse(NOT_NORMALISED), context);
                            } else {
                                problems.send(failure, context);
                            }
                        },
                        CurrentContext.executor());
    }

    /**
     * Whether {@code request} needs a key: its path is /api or below. The router ignores path parameters (;), so they do not
     * change this.
     */
    public static boolean needsKey(HttpServerRequest request) {
        String path = HttpRequests.path(request);
        return path.startsWith(API) && (path.length() == API.length() || "/;".indexOf(path.charAt(API.length())) >= 0);
    }
}

package io.useradmin.server;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Skips what is left of a body when the request was answered before all of it came, as with a missing key: the next request
 * on the connection would wait for ever behind it. On a caller whose body is over the bound it hangs up instead of reading
 * on. In HTTP/2 a stream that is not read holds no other.
 */
@Singleton
class UnreadBodyGuard {
    private static final int LINGER_MILLIS = 500;

    private final HttpLimits limits;
    private final Vertx vertx;

    UnreadBodyGuard(HttpLimits limits, Vertx vertx) {
        this.limits = limits;
        this.vertx = vertx;
    }

    void register(@Observes Filters filters) {
        RouterHandler.UNREAD_BODY.register(filters, this::watch);
    }

    private void watch(RoutingContext context) {
        if (hasBody(context.request())) {
            context.addEndHandler(_ -> skipRest(context.request()));
        }
        context.next();
    }

    private void skipRest(HttpServerRequest request) {
        if (request.isEnded()) {
            return;
        }
        request.handler(_ -> {});
        request.resume();
        if (mayBeLarge(request)) {
            // A caller who is still sending gets the time to read the answer, which a cut would take along.
            vertx.setTimer(LINGER_MILLIS, _ -> closeIfUnread(request));
        }
    }

    private static boolean hasBody(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_1_1
                && (request.headers().contains(HttpHeaders.CONTENT_LENGTH) || isChunked(request));
    }

    private static boolean isChunked(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private boolean mayBeLarge(HttpServerRequest request) {
        return isChunked(request)
                || Long.parseLong(request.getHeader(HttpHeaders.CONTENT_LENGTH)) > limits.maxBodySize();
    }

    private static void closeIfUnread(HttpServerRequest request) {
        if (!request.isEnded()) {
            var _ = request.connection().close();
        }
    }
}

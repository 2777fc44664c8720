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
 * Skips the rest of a body if the response was sent before all of it arrived, for example because there was no key. Otherwise the
 * next request on the connection would wait behind it forever. If the body exceeds the limit, it closes the connection instead.
 * In HTTP/2 an unread stream does not block others.
 */
@Singleton
class UnreadBodyGuard {
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
        HttpServerRequest request = context.request();
        if (request.version() != HttpVersion.HTTP_2 && UnreadBody.isSent(request)) {
            context.addEndHandler(_ -> skipRest(request));
            if (request.headers().contains(HttpHeaders.EXPECT)) {
                context.addHeadersEndHandler(_ -> endIfUnread(context));
            }
        }
        context.next();
    }

    /**
     * A client that waited for 100 may leave the body out after another status. Then its next request must not be taken for the
     * body (RFC 9110, 10.1.1).
     */
    private static void endIfUnread(RoutingContext context) {
        if (!context.request().isEnded()) {
            FramingGuard.end(context);
        }
    }

    private void skipRest(HttpServerRequest request) {
        if (request.isEnded()) {
            return;
        }
        UnreadBody.skip(request);
        if (mayBeLarge(request)) {
            UnreadBody.linger(vertx, () -> closeIfUnread(request));
        }
    }

    private boolean mayBeLarge(HttpServerRequest request) {
        return UnreadBody.isChunked(request)
                || Long.parseLong(request.getHeader(HttpHeaders.CONTENT_LENGTH)) > limits.maxBodySize();
    }

    private static void closeIfUnread(HttpServerRequest request) {
        if (!request.isEnded()) {
            var _ = request.connection().close();
        }
    }
}

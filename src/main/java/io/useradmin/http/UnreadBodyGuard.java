package io.useradmin.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Hangs up on a caller whose request was answered before a large body came, as with a missing key or a body over the bound:
 * otherwise the connection would wait for bytes that nobody is going to read. What is left of a small body is skipped by the
 * HTTP server, which keeps the connection. In HTTP/2 a stream that is not read holds no other.
 */
@Singleton
class UnreadBodyGuard {
    private static final int FIRST = 9_000;
    private static final int LINGER_MILLIS = 500;

    private final HttpLimits limits;

    UnreadBodyGuard(HttpLimits limits) {
        this.limits = limits;
    }

    void register(@Observes Filters filters) {
        filters.register(this::watch, FIRST);
    }

    private void watch(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.version() == HttpVersion.HTTP_1_1 && announcesLargeBody(request)) {
            context.addEndHandler(_ -> linger(context.vertx(), request));
        }
        context.next();
    }

    private boolean announcesLargeBody(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null
                ? request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                : Long.parseLong(length) > limits.maxBodySize();
    }

    /** A caller who is still sending gets the time to read the answer: a connection that is cut at once takes it along. */
    private static void linger(Vertx vertx, HttpServerRequest request) {
        if (!request.isEnded()) {
            request.handler(_ -> {});
            request.resume();
            vertx.setTimer(LINGER_MILLIS, _ -> closeIfUnread(request));
        }
    }

    private static void closeIfUnread(HttpServerRequest request) {
        if (!request.isEnded()) {
            var _ = request.connection().close();
        }
    }
}

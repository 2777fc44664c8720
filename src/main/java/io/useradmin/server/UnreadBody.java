package io.useradmin.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** A body that has not arrived completely when the response is sent. In HTTP/2 such a body does not block other requests. */
final class UnreadBody {
    private static final int LINGER_MILLIS = 500;

    private UnreadBody() {}

    /** Whether an HTTP/1 request has a body. */
    static boolean isSent(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH) || isChunked(request);
    }

    /** Whether the length of the body is unknown. */
    static boolean isChunked(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Reads and drops the rest. */
    static void skip(HttpServerRequest request) {
        request.handler(_ -> {});
        request.resume();
    }

    /**
     * Runs {@code close} after a pause, so that a client that is still sending can read the response. An immediate close would
     * discard it.
     */
    static void linger(Vertx vertx, Runnable close) {
        vertx.setTimer(LINGER_MILLIS, _ -> close.run());
    }
}

package io.useradmin.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** A body that has not arrived completely when its request is answered. In HTTP/2 such a body is in nobody's way. */
final class UnreadBody {
    private static final int LINGER_MILLIS = 500;

    private UnreadBody() {}

    /** Whether a request of HTTP/1 has a body. */
    static boolean isSent(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH) || isChunked(request);
    }

    /** Whether nobody knows the length of the body. */
    static boolean isChunked(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Reads and drops what is still to come. */
    static void skip(HttpServerRequest request) {
        request.handler(_ -> {});
        request.resume();
    }

    /** Runs {@code close} when a client that still sends had time to read the response, which closing at once would discard. */
    static void linger(Vertx vertx, Runnable close) {
        vertx.setTimer(LINGER_MILLIS, _ -> close.run());
    }
}

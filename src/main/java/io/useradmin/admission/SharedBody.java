package io.useradmin.admission;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/**
 * Sends a body that many responses share, piece by piece. The network layer copies what the client has not read yet. If it got
 * the whole body, clients that do not read could fill the memory with copies. While a piece waits for the client, the request is
 * not in flight, so that such clients do not take the places of others.
 */
public final class SharedBody {
    private static final int PIECE_BYTES = 16_384;

    private SharedBody() {}

    /** Ends the response with {@code body}; for a HEAD request, without it. */
    public static void send(RoutingContext request, Buffer body) {
        request.response().putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
        if (request.request().method().equals(HttpMethod.HEAD)) {
            var _ = request.response().end();
        } else {
            ParkedRequest.park(request);
            send(request, body, 0);
        }
    }

    private static void send(RoutingContext request, Buffer body, int from) {
        int end = from + PIECE_BYTES;
        if (end >= body.length()) {
            var _ = request.response().end(body.slice(from, body.length()));
        } else {
            request.response().write(body.slice(from, end)).onSuccess(_ -> send(request, body, end));
        }
    }
}

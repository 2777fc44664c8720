package io.useradmin.admission;

import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;

/** The ends of responses other than the usual one. */
public final class Connections {
    private Connections() {}

    /** Whether {@code response} was sent, or the client has disconnected. */
    public static boolean isOver(HttpServerResponse response) {
        return response.ended() || response.closed();
    }

    /**
     * Breaks off a response that cannot be completed, so that no client takes it for complete: in HTTP/2 it resets the stream with
     * {@code error} (RFC 9113, section 7), in HTTP/1 it closes the connection, even if the client does not read. Call it on the event
     * loop of the connection.
     */
    public static void breakOff(RoutingContext request, Http2Error error) {
        if (request.request().version() == HttpVersion.HTTP_2) {
            request.response().reset(error.code());
        } else if (request.request().connection() instanceof ConnectionBase connection) {
            // Vert.x would wait until the client has taken what was written before.
            connection.channel().unsafe().close(connection.channel().voidPromise());
        }
    }
}

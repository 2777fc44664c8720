package io.useradmin.admission;

import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;

/** Abnormal ends of responses. */
public final class Connections {
    private Connections() {}

    /** Whether {@code response} was sent, or the client has disconnected. */
    public static boolean isOver(HttpServerResponse response) {
        return response.ended() || response.closed();
    }

    /**
     * Aborts a response that cannot be completed, so that the client notices: in HTTP/2 it resets the stream with {@code error}
     * (RST_STREAM; RFC 9113, section 7), in HTTP/1 it closes the connection, even if the client does not read. Call it on the
     * event loop of the connection.
     */
    public static void breakOff(RoutingContext request, Http2Error error) {
        if (request.request().version() == HttpVersion.HTTP_2) {
            request.response().reset(error.code());
        } else if (request.request().connection() instanceof ConnectionBase connection) {
            // close() of Vert.x would wait until the client has read everything that was written before.
            connection.channel().unsafe().close(connection.channel().voidPromise());
        }
    }
}

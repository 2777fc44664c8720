package io.useradmin.admission;

import io.useradmin.request.BreakOff;
import io.useradmin.request.RequestInfo;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;

/** Whether a response is over, and how to abort one. */
public final class Connections {
    private Connections() {}

    /**
     * Whether the response was sent, or the client has disconnected. If a client sends requests one after the other and
     * disconnects, Vert.x 4.5 still begins the requests that have arrived, and reports no end of their responses.
     */
    public static boolean isOver(RoutingContext request) {
        HttpServerResponse response = request.response();
        return response.ended() || response.closed() || isClosed(request);
    }

    private static boolean isClosed(RoutingContext request) {
        return request.request().connection() instanceof ConnectionBase connection
                && !connection.channel().isActive();
    }

    /**
     * Aborts a response, so that the client does not take it for complete: in HTTP/2 it resets the stream with the code of
     * {@code reason} (RST_STREAM; RFC 9113, section 7), in HTTP/1 it closes the connection, even if the client does not read. Call it on the
     * event loop of the connection.
     */
    public static void breakOff(RoutingContext request, BreakOff reason) {
        RequestInfo.of(request).breakOff(reason);
        if (request.request().version() == HttpVersion.HTTP_2) {
            request.response().reset(reason.code());
        } else if (request.request().connection() instanceof ConnectionBase connection) {
            // close() of Vert.x would wait until the client has read everything that was written before.
            connection.channel().unsafe().close(connection.channel().voidPromise());
        }
    }
}

package io.useradmin.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the HTTP/2 streams of all connections. A stream stays open, with everything that belongs to its request, until the
 * client has taken the response and has ended the request. With a flow-control window of 0, a client takes nothing, and 2,000
 * connections can have 200,000 streams. While there are too many, a connection that keeps streams open is closed with its next
 * request or response.
 */
final class OpenStreams {
    /** About the memory of a stream, besides the body of its response. */
    private static final int BYTES = 8_192;
    /** The share of the heap for them is one of this number. */
    private static final int SHARES = 8;

    private final long most;
    private final AtomicLong open = new AtomicLong();

    /** The limit for this JVM. */
    OpenStreams() {
        this(Runtime.getRuntime().maxMemory() / SHARES / BYTES);
    }

    OpenStreams(long most) {
        this.most = most;
    }

    /** The handler of a connection, before that of HTTP/2. */
    ChannelDuplexHandler limit(Http2ConnectionHandler handler) {
        handler.connection().addListener(new Count());
        return new Limit(handler.connection());
    }

    private final class Count extends Http2ConnectionAdapter {
        @Override
        public void onStreamActive(Http2Stream stream) {
            open.incrementAndGet();
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            open.decrementAndGet();
        }
    }

    private final class Limit extends ChannelDuplexHandler {
        private final Http2Connection connection;
        private boolean ended;

        private Limit(Http2Connection connection) {
            this.connection = connection;
        }

        /** After a request. */
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Http2Exception {
            context.fireChannelRead(message);
            check(context);
        }

        /** After a response. */
        @Override
        public void flush(ChannelHandlerContext context) throws Http2Exception {
            context.flush();
            check(context);
        }

        private void check(ChannelHandlerContext context) throws Http2Exception {
            if (!ended && open.get() > most && keepsOpen()) {
                ended = true;
                // Netty's handler answers with GOAWAY and closes the connection.
                context.fireExceptionCaught(
                        Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "Too many streams kept open"));
                // Netty would do this only after it has read from all other connections that have sent something.
                var _ = connection.close(context.newPromise());
            }
        }

        /** Whether data of a response waits for the client, or a response is complete but the client has not ended the request. */
        private boolean keepsOpen() throws Http2Exception {
            var flow = connection.remote().flowController();
            return connection.forEachActiveStream(stream ->
                            stream.state() != Http2Stream.State.HALF_CLOSED_LOCAL && !flow.hasFlowControlled(stream))
                    != null;
        }
    }
}

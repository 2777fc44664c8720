package io.useradmin.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits the DATA frames of an HTTP/2 connection that wait until the service reads them, for example while there is no memory for
 * a body, or because the request was refused without its body. Flow control counts only the bytes in them. With a byte in each
 * frame, a connection could fill 6 MB, because Vert.x needs about 90 bytes for each frame that waits.
 */
final class UnreadFrames implements Http2LocalFlowController {
    /** A client that sends frames of the usual size reaches the end of its flow-control window after four. */
    static final int MOST = 256;

    private final Http2Connection connection;
    private final Http2LocalFlowController flow;
    private final Http2Connection.PropertyKey waiting;
    /** At least the number of frames that wait. */
    private int counted;

    private UnreadFrames(Http2Connection connection) {
        this.connection = connection;
        this.flow = connection.local().flowController();
        this.waiting = connection.newKey();
    }

    /** Applies the limit to a connection. Vert.x would replace a listener for frames, but not the flow control. */
    static void limit(Http2Connection connection) {
        connection.local().flowController(new UnreadFrames(connection));
    }

    @Override
    public void receiveFlowControlledFrame(@Nullable Http2Stream stream, ByteBuf data, int padding, boolean isLast)
            throws Http2Exception {
        if (stream != null) {
            add(stream);
        }
        flow.receiveFlowControlledFrame(stream, data, padding, isLast);
    }

    /** A frame does not count if the service has read all before it: most are read at once. */
    private void add(Http2Stream stream) throws Http2Exception {
        if (unconsumedBytes(stream) == 0) {
            stream.removeProperty(waiting);
            return;
        }
        stream.setProperty(waiting, waiting(stream) + 1);
        counted++;
        if (counted > MOST) {
            counted = count();
        }
        if (counted > MOST) {
            throw Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "Too many frames wait");
        }
    }

    /** The frames of the streams that have unread bytes. The service has read the others meanwhile. */
    private int count() throws Http2Exception {
        int[] sum = {0};
        connection.forEachActiveStream(stream -> {
            sum[0] += unconsumedBytes(stream) == 0 ? 0 : waiting(stream);
            return true;
        });
        return sum[0];
    }

    private int waiting(Http2Stream stream) {
        Integer frames = stream.getProperty(waiting);
        return frames == null ? 0 : frames;
    }

    @Override
    public int unconsumedBytes(Http2Stream stream) {
        return flow.unconsumedBytes(stream);
    }

    @Override
    public boolean consumeBytes(Http2Stream stream, int bytes) throws Http2Exception {
        return flow.consumeBytes(stream, bytes);
    }

    @Override
    public Http2LocalFlowController frameWriter(Http2FrameWriter writer) {
        return flow.frameWriter(writer);
    }

    @Override
    public void channelHandlerContext(ChannelHandlerContext context) throws Http2Exception {
        flow.channelHandlerContext(context);
    }

    @Override
    public void initialWindowSize(int bytes) throws Http2Exception {
        flow.initialWindowSize(bytes);
    }

    @Override
    public int initialWindowSize() {
        return flow.initialWindowSize();
    }

    @Override
    public int initialWindowSize(Http2Stream stream) {
        return flow.initialWindowSize(stream);
    }

    @Override
    public int windowSize(Http2Stream stream) {
        return flow.windowSize(stream);
    }

    @Override
    public void incrementWindowSize(Http2Stream stream, int delta) throws Http2Exception {
        flow.incrementWindowSize(stream, delta);
    }
}

package io.useradmin.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Closes an HTTP/2 connection that sends too many frames without a request (control frame flood). PING, SETTINGS, WINDOW_UPDATE,
 * PRIORITY and unknown frames cost CPU, and Netty does not limit them while the client reads the responses. In each
 * {@link #WINDOW}, a connection may send {@link #BASE} such frames, {@link #PER_REQUEST} more for each HEADERS frame, and one
 * more for each {@link #BYTES_SENT} bytes that the server sent, because the client acknowledges these with WINDOW_UPDATE.
 */
final class FrameLimit extends ChannelDuplexHandler {
    static final Duration WINDOW = Duration.ofSeconds(10);
    static final int BASE = 1_000;
    static final int PER_REQUEST = 4;
    static final int BYTES_SENT = 1_024;

    /** A frame begins with its length (3 bytes) and type. Flags and stream identifier follow. */
    private static final int LENGTH_AND_TYPE = 4;

    private static final int FLAGS_AND_STREAM = Http2CodecUtil.FRAME_HEADER_LENGTH - LENGTH_AND_TYPE;

    private final LongSupplier nanoTime;
    private long windowStart;
    private long allowedByRequests = BASE;
    private long bytesSent;
    private long counted;
    private boolean ended;

    /** The part of length and type that has been read. */
    private int header;

    private int headerBytes;
    private int toSkip = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

    FrameLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.windowStart = nanoTime.getAsLong();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (ended) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof ByteBuf bytes) {
            count(bytes);
        }
        if (counted > allowedByRequests + bytesSent / BYTES_SENT && !beginWindow()) {
            ended = true;
            ReferenceCountUtil.release(message);
            // Netty's handler answers with GOAWAY and closes the connection.
            context.fireExceptionCaught(
                    Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "Too many frames without a request"));
        } else {
            context.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            bytesSent += bytes.readableBytes();
        }
        var _ = context.write(message, promise);
    }

    private void count(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (toSkip > 0) {
                int skipped = Math.min(toSkip, bytes.writerIndex() - at);
                toSkip -= skipped;
                at += skipped;
            } else {
                readHeader(bytes.getUnsignedByte(at));
                at++;
            }
        }
    }

    private void readHeader(int next) {
        header = header << Byte.SIZE | next;
        headerBytes++;
        if (headerBytes == LENGTH_AND_TYPE) {
            countFrame((byte) header);
            toSkip = FLAGS_AND_STREAM + (header >>> Byte.SIZE);
            headerBytes = 0;
        }
    }

    private void countFrame(byte type) {
        if (type == Http2FrameTypes.HEADERS) {
            allowedByRequests += PER_REQUEST;
        } else if (type != Http2FrameTypes.DATA) {
            counted++;
        }
    }

    /** Starts a new window if the last one is over. This is only needed when the limit is exceeded. */
    private boolean beginWindow() {
        long now = nanoTime.getAsLong();
        if (now - windowStart < WINDOW.toNanos()) {
            return false;
        }
        windowStart = now;
        counted = 0;
        allowedByRequests = BASE;
        bytesSent = 0;
        return true;
    }
}

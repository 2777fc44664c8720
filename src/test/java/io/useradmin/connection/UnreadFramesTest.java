package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@link UnreadFrames} closes a connection if too many of its DATA frames wait. */
class UnreadFramesTest {
    private static final int BYTES = 3;

    private final EmbeddedChannel channel;

    UnreadFramesTest() {
        Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
        channel = new EmbeddedChannel(codec);
        UnreadFrames.limit(codec.connection());
        channel.writeInbound(
                Unpooled.wrappedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        send(FloodConnection.SETTINGS, 0, 0, new byte[0]);
    }

    @Test
    void endsAConnectionWithTooManyFramesOfOneStream() {
        begin(1);
        send(1, UnreadFrames.MOST + 1);

        assertEndsWithAFrameOf(1);
    }

    @Test
    void countsTheFramesOfAllStreams() {
        begin(1);
        begin(3);
        send(1, UnreadFrames.MOST);
        send(3, 2);

        assertEndsWithAFrameOf(3);
    }

    @Test
    void allowsAnyNumberOfFramesThatAreRead() {
        Http2FrameStream stream = begin(1);
        for (int round = 0; round < 3; round++) {
            send(1, UnreadFrames.MOST);
            read(stream, UnreadFrames.MOST);
        }

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void forgetsTheFramesOfAStreamThatWasReadOrEnded() {
        Http2FrameStream read = begin(1);
        send(1, 100);
        read(read, 100);
        begin(3);
        send(3, 100);
        send(FloodConnection.RST_STREAM, 0, 3, new byte[] {0, 0, 0, 8});
        begin(5);
        send(5, UnreadFrames.MOST + 1);

        assertThat(channel.isOpen()).isTrue();
        assertEndsWithAFrameOf(5);
    }

    @Test
    void allowsAnyNumberOfFramesThatAreReadWhileOthersWait() {
        begin(1);
        send(1, UnreadFrames.MOST + 1);
        Http2FrameStream stream = begin(3);
        for (int frame = 0; frame < 10; frame++) {
            send(3, 1);
            read(stream, 1);
        }

        assertThat(channel.isOpen()).isTrue();
    }

    private Http2FrameStream begin(int stream) {
        channel.releaseInbound();
        send(FloodConnection.HEADERS, FloodConnection.END_HEADERS, stream, FloodConnection.request("POST", "/"));
        Http2StreamFrame headers;
        do {
            headers = channel.readInbound();
        } while (!(headers instanceof Http2HeadersFrame));
        return headers.stream();
    }

    private void send(int stream, int frames) {
        for (int frame = 0; frame < frames; frame++) {
            send(FloodConnection.DATA, 0, stream, new byte[BYTES]);
        }
    }

    private void assertEndsWithAFrameOf(int stream) {
        assertThat(channel.isOpen()).isTrue();
        assertThatThrownBy(() -> send(stream, 1)).hasMessage("Too many frames wait");
        assertThat(channel.isOpen()).isFalse();
    }

    /** What an application sends when it has read bytes. */
    private void read(Http2FrameStream stream, int frames) {
        channel.writeOutbound(new DefaultHttp2WindowUpdateFrame(frames * BYTES).stream(stream));
    }

    private void send(int type, int flags, int stream, byte[] payload) {
        channel.writeInbound(Unpooled.wrappedBuffer(FloodConnection.frame(type, flags, stream, payload)));
    }
}

package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@link OpenStreams} closes connections that keep streams open, if there are too many. */
class OpenStreamsTest {
    private static final int MOST = 10;

    private final OpenStreams streams = new OpenStreams(MOST);

    @Test
    void closesAConnectionThatSendsMoreAndReadsNothing() {
        var reading = new Connection(65_535);
        var unread = new Connection(0);
        for (int request = 0; request < MOST; request++) {
            unread.respond(unread.request());
        }
        assertThat(unread.channel.isOpen()).isTrue();

        reading.respond(reading.request());
        assertThatThrownBy(unread::request).hasMessage("Too many streams kept open");

        assertThat(reading.channel.isOpen()).isTrue();
        assertThat(unread.channel.isOpen()).isFalse();
    }

    @Test
    void closesAConnectionThatSendsMoreAndEndsNoRequest() {
        var ending = new Connection(65_535);
        var endless = new Connection(65_535);
        for (int request = 0; request < MOST; request++) {
            endless.respond(endless.beginRequest());
        }
        assertThat(endless.channel.isOpen()).isTrue();

        ending.respond(ending.request());
        assertThatThrownBy(endless::beginRequest).hasMessage("Too many streams kept open");

        assertThat(ending.channel.isOpen()).isTrue();
        assertThat(endless.channel.isOpen()).isFalse();
    }

    /** Streams that the service still works on, or that wait for events. */
    @Test
    void keepsAConnectionWhoseResponsesAreNotComplete() {
        var connection = new Connection(0);
        for (int request = 0; request < 2 * MOST; request++) {
            connection.request();
        }

        assertThat(connection.channel.isOpen()).isTrue();
    }

    @Test
    void countsStreamsUntilTheyOrTheirConnectionsEnd() {
        for (int round = 0; round < 3; round++) {
            var reading = new Connection(65_535);
            for (int request = 0; request < MOST; request++) {
                reading.respond(reading.request());
            }
            var unread = new Connection(0);
            for (int request = 0; request < MOST; request++) {
                unread.respond(unread.request());
            }
            assertThat(unread.channel.isOpen()).isTrue();
            unread.channel.close();
        }
    }

    private final class Connection {
        private final EmbeddedChannel channel;
        private int nextStream = 1;

        private Connection(int window) {
            Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
            channel = new EmbeddedChannel(streams.limit(codec), codec);
            send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            send(FloodConnection.frame(FloodConnection.SETTINGS, 0, 0, 0, 4, 0, 0, window >> 8 & 0xff, window & 0xff));
        }

        private Http2FrameStream request() {
            return request(FloodConnection.END_HEADERS | FloodConnection.END_STREAM);
        }

        /** A request whose body never comes. */
        private Http2FrameStream beginRequest() {
            return request(FloodConnection.END_HEADERS);
        }

        private Http2FrameStream request(int flags) {
            channel.releaseInbound();
            send(FloodConnection.frame(
                    FloodConnection.HEADERS, flags, nextStream, FloodConnection.request("GET", "/")));
            nextStream += 2;
            return ((Http2HeadersFrame) channel.inboundMessages().remove()).stream();
        }

        private void respond(Http2FrameStream stream) {
            channel.writeOutbound(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200")).stream(stream));
            var _ = channel.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(new byte[1]), true).stream(stream));
            channel.flush();
        }

        private void send(byte[] bytes) {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        }
    }
}

package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link FrameLimit} counts the same frames, however they are split into pieces. */
class FrameLimitTest {
    private static final byte[] PING = FloodConnection.frame(FloodConnection.PING, 0, 0, new byte[8]);
    private static final byte[] DATA = FloodConnection.frame(FloodConnection.DATA, 0, 1, new byte[300]);
    private static final byte[] REQUEST = FloodConnection.frame(
            FloodConnection.HEADERS, FloodConnection.END_HEADERS, 1, FloodConnection.request("GET", "/"));

    private final AtomicLong time = new AtomicLong();
    private final EmbeddedChannel channel = new EmbeddedChannel(new FrameLimit(time::get));

    @BeforeEach
    void sendPreface() {
        channel.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    @Test
    void allowsFramesUpToTheLimit() {
        receive(PING, FrameLimit.BASE);

        assertEndsWith(PING);
    }

    @Test
    void dropsAllLaterFrames() {
        receive(PING, FrameLimit.BASE);
        assertEndsWith(PING);
        channel.releaseInbound();
        ByteBuf more = Unpooled.copiedBuffer(REQUEST);

        channel.writeInbound(more);

        assertThat(channel.<ByteBuf>readInbound()).isNull();
        assertThat(more.refCnt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 10, 16, 17, 1000})
    void countsTheSameInPiecesOfAnyLength(int length) {
        ByteBuf all = Unpooled.buffer();
        for (int each = 0; each < FrameLimit.BASE; each++) {
            all.writeBytes(PING).writeBytes(DATA);
        }

        while (all.isReadable()) {
            channel.writeInbound(all.readRetainedSlice(Math.min(length, all.readableBytes())));
        }

        all.release();
        assertEndsWith(PING);
    }

    @Test
    void doesNotCountRequestsAndTheirBodies() {
        receive(REQUEST, 10 * FrameLimit.BASE);
        receive(DATA, 10 * FrameLimit.BASE);
    }

    @Test
    void allowsMoreForEachRequest() {
        receive(REQUEST, 1);
        receive(PING, FrameLimit.BASE + FrameLimit.PER_REQUEST);

        assertEndsWith(PING);
    }

    @Test
    void allowsMoreForSentData() {
        channel.writeOutbound(Unpooled.buffer().writeZero(FrameLimit.BYTES_SENT - 1));
        channel.writeOutbound(Unpooled.buffer().writeZero(FrameLimit.BYTES_SENT + 1));
        receive(PING, FrameLimit.BASE + 2);

        assertEndsWith(PING);
    }

    @Test
    void allowsAsManyAgainAfterAWindow() {
        receive(PING, FrameLimit.BASE);
        time.addAndGet(FrameLimit.WINDOW.toNanos());
        receive(PING, 1 + FrameLimit.BASE);

        assertEndsWith(PING);
    }

    private void receive(byte[] frame, int count) {
        for (int each = 0; each < count; each++) {
            channel.writeInbound(Unpooled.copiedBuffer(frame));
        }
    }

    private void assertEndsWith(byte[] frame) {
        assertThatExceptionOfType(Http2Exception.class)
                .isThrownBy(() -> receive(frame, 1))
                .returns(Http2Error.ENHANCE_YOUR_CALM, Http2Exception::error);
    }
}

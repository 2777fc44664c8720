package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@link PipeliningLimit} counts the requests of a connection without a response. */
class PipeliningLimitTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new PipeliningLimit());

    @Test
    void dropsRequestsBeyondTheLimitAndClosesAfterTheLastResponse() {
        request(PipeliningLimit.MOST + 50);

        assertThat(channel.inboundMessages()).hasSize(2 * PipeliningLimit.MOST);
        for (int response = 1; response < PipeliningLimit.MOST; response++) {
            respond(HttpResponseStatus.OK);
        }
        request(1);
        assertThat(channel.inboundMessages()).hasSize(2 * PipeliningLimit.MOST);
        assertThat(channel.isOpen()).isTrue();
        respond(HttpResponseStatus.OK);
        assertThat(channel.outboundMessages().stream().filter(DefaultFullHttpResponse.class::isInstance))
                .hasSize(PipeliningLimit.MOST);
        assertCloses();
    }

    /** The first request does not count, so that a header may be as large as without this limit. */
    @Test
    void limitsTheCharactersOfRequestsThatWait() {
        String half = "/" + "x".repeat(PipeliningLimit.MOST_CHARACTERS / 2 - 1);
        for (int request = 0; request < 5; request++) {
            channel.writeInbound(
                    new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, half),
                    LastHttpContent.EMPTY_LAST_CONTENT);
        }

        assertThat(channel.inboundMessages()).hasSize(6);
    }

    @Test
    void countsTheCharactersOfHeaders() {
        request(1);
        var large = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        large.headers().add("X-A", "x".repeat(PipeliningLimit.MOST_CHARACTERS));
        channel.writeInbound(large);

        assertThat(channel.inboundMessages()).hasSize(2);
    }

    /** A connection that always has some requests without a response. */
    @Test
    void forgetsTheCharactersOfRequestsWithAResponse() {
        String third = "/" + "x".repeat(PipeliningLimit.MOST_CHARACTERS / 3);
        request(1);
        for (int request = 0; request < 10; request++) {
            channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, third));
            respond(HttpResponseStatus.OK);
        }

        assertThat(channel.inboundMessages()).hasSize(12);
    }

    @Test
    void allowsAnyNumberOfRequestsThatGetTheirResponse() {
        for (int index = 0; index < 3 * PipeliningLimit.MOST; index++) {
            request(1);
            channel.writeOutbound(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
            channel.writeOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        request(PipeliningLimit.MOST);

        assertThat(channel.inboundMessages()).hasSize(8 * PipeliningLimit.MOST);
        assertThat(channel.isOpen()).isTrue();
    }

    /** The client reads nothing. The channel is not writable from its second response on. */
    @Test
    void countsResponsesThatTheNetworkDoesNotAccept() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 1));
        request(PipeliningLimit.MOST);
        for (int response = 0; response < PipeliningLimit.MOST; response++) {
            writeWithoutFlush();
        }
        request(1);

        assertThat(channel.inboundMessages()).hasSize(2 * PipeliningLimit.MOST);
        assertThat(channel.isOpen()).isTrue();
        channel.flushOutbound();
        assertCloses();
    }

    @Test
    void continuesWhenTheClientReadsAgain() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 1));
        for (int round = 0; round < 3; round++) {
            request(PipeliningLimit.MOST);
            for (int response = 0; response < PipeliningLimit.MOST; response++) {
                writeWithoutFlush();
            }
            channel.flushOutbound();
        }

        assertThat(channel.inboundMessages()).hasSize(6 * PipeliningLimit.MOST);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void doesNotCountAnInterimResponse() {
        request(PipeliningLimit.MOST);
        respond(HttpResponseStatus.CONTINUE);
        request(1);

        assertThat(channel.inboundMessages()).hasSize(2 * PipeliningLimit.MOST);
    }

    /** The body of a dropped request is part of it. */
    @Test
    void releasesWhatItDrops() {
        var body = new DefaultHttpContent(Unpooled.buffer());
        request(PipeliningLimit.MOST);
        channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"), body);

        assertThat(channel.inboundMessages()).hasSize(2 * PipeliningLimit.MOST);
        assertThat(body.refCnt()).isZero();
    }

    /** It stays open for a client that still sends. */
    private void assertCloses() {
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    private void request(int count) {
        for (int index = 0; index < count; index++) {
            channel.writeInbound(
                    new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"),
                    LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    private void respond(HttpResponseStatus status) {
        channel.writeOutbound(response(status));
    }

    private void writeWithoutFlush() {
        var body = Unpooled.wrappedBuffer(new byte[100]);
        var _ = channel.write(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body), channel.voidPromise());
    }

    private static DefaultFullHttpResponse response(HttpResponseStatus status) {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
    }
}

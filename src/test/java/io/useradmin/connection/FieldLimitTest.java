package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link FieldLimit} counts the fields of each header and trailer. */
class FieldLimitTest {
    private static final String FIELDS = "a:\r\n".repeat(FieldLimit.MOST);
    /** Netty adds a field when the next line arrives, because a field can have several lines. */
    private static final String TOO_MANY = "b:\r\nc:\r\n";

    private static final String CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";

    private final EmbeddedChannel channel = new EmbeddedChannel(new FieldLimit(new HttpDecoderConfig()));

    @Test
    void allowsTheLimitInEachHeader() {
        send(("GET / HTTP/1.1\r\n" + FIELDS + "\r\n").repeat(2));

        assertThat(channel.inboundMessages()).hasSize(4).allMatch(FieldLimitTest::isReadable);
    }

    /** The client has not ended the header. */
    @Test
    void refusesTheNextField() {
        send("GET / HTTP/1.1\r\n" + FIELDS + TOO_MANY);

        HttpRequest refused = channel.readInbound();
        assertThat(refused.decoderResult().cause()).isInstanceOf(TooLongHttpHeaderException.class);
    }

    @Test
    void countsTheFieldsOfATrailer() {
        send(CHUNKED + FIELDS + "\r\n");
        assertThat(channel.inboundMessages()).hasSize(2).allMatch(FieldLimitTest::isReadable);
        channel.inboundMessages().clear();

        send(CHUNKED + FIELDS + TOO_MANY);
        HttpRequest request = channel.readInbound();
        LastHttpContent refused = channel.readInbound();
        assertThat(isReadable(request)).isTrue();
        assertThat(isReadable(refused)).isFalse();
    }

    @Test
    void readsAVersionThatDoesNotExist() {
        send("GET / HTTP/7.3\r\n\r\n");

        HttpRequest request = channel.readInbound();
        assertThat(isReadable(request)).isTrue();
        assertThat(request.protocolVersion().text()).isEqualTo("HTTP/7.3");
    }

    /** In HTTP/1.0, Netty alone would replace them by the first. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0", "HTTP/1.1"})
    void allowsOneLength(String version) {
        send("POST / " + version + "\r\nContent-Length: 0\r\n\r\n");
        assertThat(channel.inboundMessages()).hasSize(2).allMatch(FieldLimitTest::isReadable);
        channel.inboundMessages().clear();

        send("POST / " + version + "\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n");
        HttpRequest refused = channel.readInbound();
        assertThat(isReadable(refused)).isFalse();
    }

    @Test
    void checksNames() {
        send("GET / HTTP/1.1\r\na b: c\r\n\r\n");

        HttpRequest request = channel.readInbound();
        assertThat(isReadable(request)).isFalse();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private static boolean isReadable(Object message) {
        return ((HttpObject) message).decoderResult().isSuccess();
    }
}

package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link UpgradeFilter} handles a connection until its first request. */
class UpgradeFilterTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new UpgradeFilter());

    @ParameterizedTest
    @CsvSource({"h2c,false", "H2C,false", "websocket,true"})
    void removesAnUpgradeToHttp2FromTheFirstRequest(String upgrade, boolean stays) {
        var sent = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        sent.headers().set(HttpHeaderNames.UPGRADE, upgrade);

        channel.writeInbound(sent);

        HttpRequest received = channel.readInbound();
        assertThat(received.headers().contains(HttpHeaderNames.UPGRADE)).isEqualTo(stays);
        assertThat(channel.pipeline().get(UpgradeFilter.class)).isNull();
    }

    @Test
    void closesAConnectionThatIsResetBeforeItsFirstRequest() {
        channel.pipeline().fireExceptionCaught(new IOException("Connection reset"));

        // Throws what has reached the end of the pipeline, where Netty would log it.
        channel.checkException();
        assertThat(channel.isOpen()).isFalse();
    }
}

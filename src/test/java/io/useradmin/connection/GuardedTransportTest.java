package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpServerOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardedTransportTest {
    /** With a small kernel buffer (SO_RCVBUF), the sender of a large body would pause for 200 ms again and again. */
    @Test
    void readsSmallPiecesAndKeepsTheDefaultKernelBuffer() {
        var bootstrap = new ServerBootstrap().childHandler(new ChannelInboundHandlerAdapter());

        new GuardedTransport().configure(new HttpServerOptions(), false, bootstrap);

        Map<ChannelOption<?>, Object> options = bootstrap.config().childOptions();
        assertThat(options).containsKey(ChannelOption.RCVBUF_ALLOCATOR).doesNotContainKey(ChannelOption.SO_RCVBUF);
    }
}

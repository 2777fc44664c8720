package io.useradmin.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpServerOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardedTransportTest {
    /** A small buffer in the kernel stops the sender of a large body for 200 ms, again and again. */
    @Test
    void readsLittleAtATimeAndLeavesTheBufferOfTheKernelAsItIs() {
        var bootstrap = new ServerBootstrap().childHandler(new ChannelInboundHandlerAdapter());

        new GuardedTransport().configure(new HttpServerOptions(), false, bootstrap);

        Map<ChannelOption<?>, Object> options = bootstrap.config().childOptions();
        assertThat(options).containsKey(ChannelOption.RCVBUF_ALLOCATOR).doesNotContainKey(ChannelOption.SO_RCVBUF);
    }
}

package io.useradmin.http2;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.VertxServiceProvider;

/**
 * Adds a {@link ConnectionGuard} to every connection that a server accepts, and limits how much is read at a time. Vert.x shows a
 * connection to its users only with the first request, but a flood needs no request. The transport is the only place where Vert.x
 * lets others see new connections. Quarkus finds this class by {@code META-INF/services} when it builds the application, also for
 * the native image.
 */
public final class GuardedTransport extends JDKTransport implements VertxServiceProvider {
    /**
     * The largest number of bytes read from a connection at a time. The default is up to 64 KiB, of which Vert.x queues twice as
     * much before it stops reading. The Vert.x option {@code receiveBufferSize} does not help: it also shrinks the socket buffer
     * in the kernel, and the sender of a large body then waits 200 ms for each buffer.
     */
    static final int READ_BYTES = 16_384;

    /** Buffers grow with the data: a full-size buffer for each request took 7 % of the processor time of a list. */
    private static final int LEAST_BYTES = 64;

    private static final int USUAL_BYTES = 2_048;

    @Override
    public void init(VertxBuilder builder) {
        builder.findTransport(this);
    }

    @Override
    public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
        super.configure(options, domainSocket, bootstrap);
        bootstrap.childOption(
                ChannelOption.RCVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(LEAST_BYTES, USUAL_BYTES, READ_BYTES));
        bootstrap.childHandler(new Guarded(bootstrap.config().childHandler()));
    }

    /** Adds the guard after the first handlers of Vert.x: those of TLS, and those that detect the protocol. */
    @ChannelHandler.Sharable
    private static final class Guarded extends ChannelInitializer<Channel> {
        private final ChannelHandler initializer;

        Guarded(ChannelHandler initializer) {
            this.initializer = initializer;
        }

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(initializer, new ConnectionGuard());
        }
    }
}

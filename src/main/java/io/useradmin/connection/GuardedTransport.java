package io.useradmin.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Metrics;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.quarkus.vertx.http.runtime.ServerLimitsConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.smallrye.config.SmallRyeConfig;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.VertxServiceProvider;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Adds a {@link ConnectionGuard} to every connection that a server accepts, limits how much is read at a time, and limits the
 * connections of each port. The public API of Vert.x, where Quarkus counts them, reports a connection only with its first
 * request, but a flood needs no request. The transport is the only extension point that sees new connections. Quarkus finds this
 * class by {@code META-INF/services} when it builds the application, also for the native image.
 */
public final class GuardedTransport extends JDKTransport implements VertxServiceProvider {
    /**
     * The largest number of bytes that one read takes from a connection. The default is up to 64 KiB, and Vert.x queues twice as
     * much before it stops reading. The Vert.x option {@code receiveBufferSize} does not help: it also shrinks the socket buffer
     * in the kernel, and then the sender of a large body waits 200 ms for each buffer.
     */
    static final int READ_BYTES = 16_384;

    /** Buffers start small and grow with the data. With a full-size buffer for each request, a list took 7 % more CPU. */
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
        ChannelHandler initializer = bootstrap.config().childHandler();
        limits().ifPresent(limits -> bootstrap.childHandler(new Guarded(initializer, limits, options.getPort())));
    }

    /** The limits of Quarkus, which Vert.x does not show to its transport; empty if the server is not one of Quarkus, as in tests. */
    private static Optional<ServerLimitsConfig> limits() {
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        try {
            return Optional.of(config.getConfigMapping(VertxHttpConfig.class).limits());
        } catch (NoSuchElementException withoutQuarkus) {
            return Optional.empty();
        }
    }

    /** Adds the guard after the first handlers of Vert.x, which do TLS and protocol detection. */
    @ChannelHandler.Sharable
    private static final class Guarded extends ChannelInitializer<Channel> {
        private final ChannelHandler initializer;
        private final ServerLimitsConfig limits;
        private final OpenStreams streams = new OpenStreams();
        private final AtomicInteger open = new AtomicInteger();
        private final Counter refused;

        /** Vert.x, not CDI, creates the transport, so it uses the global registry. */
        Guarded(ChannelHandler initializer, ServerLimitsConfig limits, int port) {
            this.initializer = initializer;
            this.limits = limits;
            Gauge.builder("useradmin.connections.open", open, AtomicInteger::get)
                    .description("Open connections")
                    .tag("port", Integer.toString(port))
                    .register(Metrics.globalRegistry);
            refused = Counter.builder("useradmin.connections.refused")
                    .description("Connections that were refused, because as many as allowed were open")
                    .tag("port", Integer.toString(port))
                    .register(Metrics.globalRegistry);
        }

        @Override
        protected void initChannel(Channel channel) {
            var _ = channel.closeFuture().addListener(_ -> open.decrementAndGet());
            if (open.incrementAndGet() > limits.maxConnections().orElse(Integer.MAX_VALUE)) {
                refused.increment();
                var _ = channel.close();
            } else {
                channel.pipeline().addLast(initializer, new ConnectionGuard(streams, limits));
            }
        }
    }
}

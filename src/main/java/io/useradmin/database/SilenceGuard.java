package io.useradmin.database;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.timeout.IdleStateEvent;
import io.vertx.core.impl.CloseFuture;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.impl.NetClientImpl;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection if the server has sent nothing for the idle timeout, although the driver has sent something or waits. It also
 * closes connections that are being opened.
 *
 * <p>The driver (Vert.x 4.5) does not. Whatever it sends restarts its idle timeout. Then it only says that it will send nothing more,
 * and waits for the server to close the connection ({@code PgEncoder.close}). A server that hangs never does that. So all statements
 * on the connection, and all requests for a connection, would wait as long as the server hangs.
 */
final class SilenceGuard extends ChannelDuplexHandler {
    private static final int CHECKS_PER_TIMEOUT = 4;

    private final long timeoutNanos;
    private boolean isWaiting;
    private long waitingSince;
    private @Nullable Future<?> checks;

    private SilenceGuard(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    /** A client whose connections have a guard. It is closed by {@code closing}. */
    static NetClient client(VertxInternal vertx, NetClientOptions options, CloseFuture closing) {
        long timeoutNanos = options.getIdleTimeoutUnit().toNanos(options.getIdleTimeout());
        var client = new NetClientImpl(vertx, null, options, closing) {
            // Before the handlers of the driver, so that closing does not pass through them.
            @Override
            protected void initChannel(ChannelPipeline pipeline) {
                super.initChannel(pipeline);
                if (timeoutNanos > 0) {
                    pipeline.addLast(new SilenceGuard(timeoutNanos));
                }
            }
        };
        closing.add(client);
        return client;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        long pause = timeoutNanos / CHECKS_PER_TIMEOUT;
        checks = context.executor()
                .scheduleWithFixedDelay(() -> closeIfSilent(context), pause, pause, TimeUnit.NANOSECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (checks != null) {
            checks.cancel(false);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!isWaiting) {
            isWaiting = true;
            waitingSince = System.nanoTime();
        }
        var _ = context.write(message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        isWaiting = false;
        context.fireChannelRead(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            var _ = context.close();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    private void closeIfSilent(ChannelHandlerContext context) {
        if (isWaiting && System.nanoTime() - waitingSince >= timeoutNanos) {
            var _ = context.close();
        }
    }
}

package io.useradmin.database;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateEvent;
import io.vertx.core.impl.CloseFuture;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.impl.NetClientImpl;

/**
 * Closes a connection at the end of its idle timeout, also one that is still being opened. The driver (Vert.x 4.5, {@code
 * PgEncoder.close}) only says that it will send nothing more, and waits for the server to close the connection. A server that
 * hangs never does. Then all statements on the connection, and all requests for a connection, would wait until it ends.
 */
final class SilenceGuard extends ChannelInboundHandlerAdapter {
    /** {@code closing} closes the client. */
    static NetClientImpl client(VertxInternal vertx, NetClientOptions options, CloseFuture closing) {
        return new NetClientImpl(vertx, null, options, closing) {
            // Before the handlers of the driver, so that closing does not pass through them.
            @Override
            protected void initChannel(ChannelPipeline pipeline) {
                super.initChannel(pipeline);
                pipeline.addLast(new SilenceGuard());
            }
        };
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            var _ = context.close();
        } else {
            context.fireUserEventTriggered(event);
        }
    }
}

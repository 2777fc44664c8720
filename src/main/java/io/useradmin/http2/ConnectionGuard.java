package io.useradmin.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.Http1xUpgradeToH2CHandler;

/**
 * Waits for the first bytes of a connection. By then Vert.x knows the protocol, and has its handlers behind this one: HTTP/2 gets a
 * {@link FrameLimit}, HTTP/1.1 an {@link UpgradeFilter}. Then this handler is removed.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ChannelPipeline pipeline = context.pipeline();
        if (pipeline.get(Http1xOrH2CHandler.class) != null) {
            // These bytes were for the PROXY protocol; Vert.x looks at the next ones.
            pipeline.addLast(new ConnectionGuard());
        } else if (pipeline.get(Http2ConnectionHandler.class) != null) {
            pipeline.addAfter(context.name(), null, new FrameLimit(System::nanoTime));
        } else if (pipeline.get(Http1xUpgradeToH2CHandler.class) != null) {
            String upgrade = pipeline.context(Http1xUpgradeToH2CHandler.class).name();
            pipeline.addBefore(upgrade, null, new UpgradeFilter());
        }
        context.fireChannelRead(message);
        pipeline.remove(this);
    }
}

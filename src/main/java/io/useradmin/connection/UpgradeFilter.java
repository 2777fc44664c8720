package io.useradmin.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2CodecUtil;

/**
 * Ignores {@code Upgrade: h2c} (deprecated by RFC 9113), so that the response uses HTTP/1.1. After an upgrade, a proxy that
 * forwarded it could not see the requests, and Vert.x removes every handler that could limit frames. HTTP/2 with prior knowledge
 * still works. Vert.x looks for an upgrade only in the first request, so this handler sees only that one.
 */
final class UpgradeFilter extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request
                && request.headers()
                        .contains(HttpHeaderNames.UPGRADE, Http2CodecUtil.HTTP_UPGRADE_PROTOCOL_NAME, true)) {
            request.headers().remove(HttpHeaderNames.UPGRADE);
        }
        context.fireChannelRead(message);
        context.pipeline().remove(this);
    }

    /**
     * Closes a connection that failed before its first request, because the client reset it. No handler of Vert.x does this yet,
     * and Netty would log each reset with its stack trace.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        var _ = context.close();
    }
}

package io.useradmin.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Limits the requests of an HTTP/1 connection that have no response yet, or whose response the network does not accept. Vert.x
 * reads on while the client sends (pipelining), and queues requests and responses without limit: a request of 30 bytes needs
 * 1 kB. After {@link #MOST}, further requests are dropped, and the connection closes when the others have their responses.
 * Clients must expect that (RFC 9112, 9.3.2).
 */
final class PipeliningLimit extends ChannelDuplexHandler {
    /** As many as HTTP/2 allows. Hardly any client sends a request before the last response. */
    static final int MOST = 100;

    /** Requests without a response, and {@link #unread} ones. */
    private int pending;
    /** Responses written while the channel has too much to send. This needs no promise for each response. */
    private int unread;

    private boolean ended;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            ended = ended || pending == MOST;
            pending += ended ? 0 : 1;
        }
        if (ended) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        var _ = context.write(message, promise);
        if (message instanceof LastHttpContent && !isInterim(message)) {
            unread++;
            if (context.channel().isWritable()) {
                accepted(context);
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            accepted(context);
        }
        context.fireChannelWritabilityChanged();
    }

    private void accepted(ChannelHandlerContext context) {
        pending -= unread;
        unread = 0;
        if (ended && pending == 0) {
            var _ = context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** The client gets another response to the same request. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response && response.status().code() < HttpResponseStatus.OK.code();
    }
}

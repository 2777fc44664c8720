package io.useradmin.http2;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Limits the requests of an HTTP/1 connection that have no response yet, or whose response the network has not accepted. Vert.x
 * reads on while the client sends (pipelining), and queues requests and responses without limit: a request of 30 bytes needs
 * 1 kB. After {@link #MOST}, further requests are dropped, and the connection closes when the others have their responses.
 * Clients must expect that (RFC 9112, 9.3.2).
 */
final class PipeliningLimit extends ChannelDuplexHandler {
    /** As many as HTTP/2 allows. Hardly any client sends a request before the last response. */
    static final int MOST = 100;

    private int unanswered;
    private boolean ended;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            ended = ended || unanswered == MOST;
            unanswered += ended ? 0 : 1;
        }
        if (ended) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInterim(message)) {
            var _ = context.write(message, promise.unvoid().addListener(_ -> answered(context)));
        } else {
            var _ = context.write(message, promise);
        }
    }

    private void answered(ChannelHandlerContext context) {
        unanswered--;
        if (ended && unanswered == 0) {
            var _ = context.close();
        }
    }

    /** The client gets another response to the same request. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
}

package io.useradmin.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * Ends the last request of an HTTP/1 connection that closes, if it is incomplete and waits for the response to an earlier one
 * (pipelining). Otherwise Vert.x fails with a {@code NullPointerException}, and tells nobody that the connection is closed: the
 * running request has no end in logs and metrics, and Quarkus counts the connection forever, up to its limit.
 */
final class IncompleteRequest extends ChannelDuplexHandler {
    private static final DecoderResult ABORTED = DecoderResult.failure(new PrematureChannelClosureException());

    /** The request whose end Vert.x does not know yet: it sees no end in a message that the decoder could not read. */
    private @Nullable HttpRequest incomplete;

    /** Requests without a complete response. */
    private int pending;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            incomplete = request;
            pending++;
        } else if (message instanceof LastHttpContent end && end.decoderResult().isSuccess()) {
            incomplete = null;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (PipeliningLimit.endsResponse(message)) {
            pending--;
        }
        var _ = context.write(message, promise);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        endQueuedRequest(context);
        context.fireExceptionCaught(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        endQueuedRequest(context);
        context.fireChannelInactive();
    }

    /** As an invalid request, so that Vert.x does not run it with a part of its body when the running one ends. */
    private void endQueuedRequest(ChannelHandlerContext context) {
        if (incomplete != null && pending > 1) {
            incomplete.setDecoderResult(ABORTED);
            incomplete = null;
            context.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }
}

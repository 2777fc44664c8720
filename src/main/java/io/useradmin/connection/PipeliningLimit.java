package io.useradmin.connection;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Limits the requests of an HTTP/1 connection that have no response yet, or whose response the network does not accept. Vert.x
 * reads on while the client sends (pipelining), and queues requests and responses without limit: a request of 30 bytes needs
 * 1 kB. After {@link #MOST} requests, or {@link #MOST_CHARACTERS} of those after the first, further requests are dropped, and the
 * connection closes when the others have their responses. Clients must expect that (RFC 9112, 9.3.2).
 */
final class PipeliningLimit extends ChannelDuplexHandler {
    /** As many as HTTP/2 allows. Hardly any client sends a request before the last response. */
    static final int MOST = 100;

    /** Enough for {@link #MOST} usual requests. */
    static final int MOST_CHARACTERS = 32_768;

    /** The longest time until a client that still sends has received the responses. */
    private static final int LINGER_SECONDS = 10;

    /** The characters of each request without a response, and of {@link #unread} ones. Those of the first do not count. */
    private final Queue<Integer> pending = new ArrayDeque<>();

    private int characters;
    /** Responses written while the channel has too much to send. This needs no promise for each response. */
    private int unread;

    private boolean ended;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && !ended) {
            int size = pending.isEmpty() ? 0 : characters(request);
            ended = pending.size() == MOST || characters + size > MOST_CHARACTERS;
            if (!ended) {
                pending.add(size);
                characters += size;
            }
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
        if (endsResponse(message)) {
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
        if (unread == 0) {
            return;
        }
        for (; unread > 0; unread--) {
            characters -= pending.remove();
        }
        if (ended && pending.isEmpty()) {
            var _ = context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> end(context));
        }
    }

    /**
     * Closes in two steps (RFC 9112, 9.6): if the client still sends when the connection is closed, the network discards the
     * responses that the client has not received.
     */
    private static void end(ChannelHandlerContext context) {
        if (context.channel() instanceof DuplexChannel channel) {
            var _ = channel.shutdownOutput();
        }
        var _ = context.executor()
                .schedule(
                        () -> {
                            var _ = context.close();
                        },
                        LINGER_SECONDS,
                        TimeUnit.SECONDS);
    }

    private static int characters(HttpRequest request) {
        int sum = request.uri().length();
        Iterator<Map.Entry<CharSequence, CharSequence>> fields =
                request.headers().iteratorCharSequence();
        while (fields.hasNext()) {
            Map.Entry<CharSequence, CharSequence> field = fields.next();
            sum += field.getKey().length() + field.getValue().length();
        }
        return sum;
    }

    /** Whether a response is complete after this. After an interim response, the client gets another one to the same request. */
    static boolean endsResponse(Object message) {
        return message instanceof LastHttpContent
                && !(message instanceof HttpResponse response
                        && response.status().code() < HttpResponseStatus.OK.code());
    }
}

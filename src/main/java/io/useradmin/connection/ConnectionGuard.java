package io.useradmin.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.quarkus.vertx.http.runtime.ServerLimitsConfig;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.Http1xUpgradeToH2CHandler;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/**
 * Waits for the first bytes of a connection. Then Vert.x knows the protocol and has added its handlers after this one. For
 * HTTP/2, this handler adds a {@link FrameLimit}, {@link UnreadFrames} and the limit of {@link OpenStreams}. For HTTP/1.1, it adds
 * a {@link FieldLimit}, a {@link PipeliningLimit}, an {@link IncompleteRequest} and an {@link UpgradeFilter}. Then it removes itself.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
    private final OpenStreams streams;
    private final ServerLimitsConfig limits;

    ConnectionGuard(OpenStreams streams, ServerLimitsConfig limits) {
        this.streams = streams;
        this.limits = limits;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ChannelPipeline pipeline = context.pipeline();
        if (pipeline.get(Http1xOrH2CHandler.class) != null) {
            // The bytes so far were the PROXY protocol header. Vert.x detects the protocol from the next ones.
            pipeline.addLast(new ConnectionGuard(streams, limits));
        } else if (pipeline.get(Http2ConnectionHandler.class) != null) {
            guardHttp2(context);
        } else {
            guardHttp1(pipeline);
        }
        context.fireChannelRead(message);
        pipeline.remove(this);
    }

    private void guardHttp2(ChannelHandlerContext context) {
        ChannelPipeline pipeline = context.pipeline();
        Http2ConnectionHandler handler = pipeline.get(Http2ConnectionHandler.class);
        UnreadFrames.limit(handler.connection());
        pipeline.addAfter(context.name(), null, streams.limit(handler));
        pipeline.addAfter(context.name(), null, new FrameLimit(System::nanoTime));
    }

    private void guardHttp1(ChannelPipeline pipeline) {
        String decoder = pipeline.context(VertxHttpRequestDecoder.class).name();
        pipeline.replace(decoder, decoder, FieldLimit.decoder(limits));
        if (pipeline.get(Http1xUpgradeToH2CHandler.class) != null) {
            String upgrade = pipeline.context(Http1xUpgradeToH2CHandler.class).name();
            pipeline.addBefore(upgrade, null, new UpgradeFilter());
        }
        String encoder = pipeline.context(HttpResponseEncoder.class).name();
        pipeline.addAfter(encoder, null, new IncompleteRequest());
        pipeline.addAfter(encoder, null, new PipeliningLimit());
    }
}

package io.useradmin.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@link IncompleteRequest} ends only requests that wait: a running one must not be taken for a complete one. */
class IncompleteRequestTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new IncompleteRequest());

    @Test
    void endsAQueuedRequestAsInvalidWhenTheConnectionCloses() {
        begin();
        end();
        DefaultHttpRequest queued = begin();
        channel.close();

        assertThat(channel.inboundMessages()).hasSize(4).last().isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
        assertThat(queued.decoderResult().isFailure()).isTrue();
    }

    @Test
    void endsItOnceAfterAnError() {
        begin();
        end();
        begin();
        channel.pipeline().fireExceptionCaught(new IOException("reset"));
        channel.pipeline().fireChannelInactive();

        assertThat(channel.inboundMessages()).hasSize(4).last().isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** The decoder gives a request that it cannot read to Vert.x as a whole, and Vert.x waits for its end. */
    @Test
    void endsAnInvalidRequest() {
        begin();
        end();
        channel.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_0, HttpMethod.GET, "/bad-request"));
        channel.close();

        assertThat(channel.inboundMessages()).hasSize(4).last().isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** Such as a chunk without a valid size. */
    @Test
    void endsARequestWithAnInvalidBody() {
        begin();
        end();
        begin();
        var invalid = new DefaultLastHttpContent();
        invalid.setDecoderResult(DecoderResult.failure(new NumberFormatException()));
        channel.writeInbound(invalid);
        channel.close();

        assertThat(channel.inboundMessages()).hasSize(5).last().isSameAs(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    @Test
    void leavesARequestThatRuns() {
        begin();
        end();
        DefaultHttpRequest next = begin();
        respond(HttpResponseStatus.CONTINUE);
        respond(HttpResponseStatus.OK);
        channel.close();

        assertThat(channel.inboundMessages()).hasSize(3).last().isSameAs(next);
        assertThat(next.decoderResult().isSuccess()).isTrue();
    }

    @Test
    void leavesACompleteRequestThatWaits() {
        begin();
        end();
        DefaultHttpRequest queued = begin();
        end();
        channel.close();

        assertThat(channel.inboundMessages()).hasSize(4);
        assertThat(queued.decoderResult().isSuccess()).isTrue();
    }

    private DefaultHttpRequest begin() {
        var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.PUT, "/");
        channel.writeInbound(request);
        return request;
    }

    private void end() {
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    private void respond(HttpResponseStatus status) {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
    }
}

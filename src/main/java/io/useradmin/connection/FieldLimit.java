package io.useradmin.connection;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.ServerLimitsConfig;
import io.vertx.core.http.impl.HttpUtils;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import java.util.function.BiConsumer;

/**
 * Reads HTTP/1 requests as the decoder of Vert.x does, but refuses a repeated Content-Length in HTTP/1.0 too, and limits the fields
 * of headers and trailers, as common servers and proxies do. The size limit does not limit the memory: a field of 4 bytes needs 100. So 500 clients that sent 20 kB and did not
 * end their header could fill a heap of 256 MB.
 */
final class FieldLimit extends HttpRequestDecoder {
    /** As many as Apache, Envoy and Tomcat allow. */
    static final int MOST = 100;

    FieldLimit(HttpDecoderConfig config) {
        super(config.setTrailersFactory(new Limited()));
    }

    /** The decoder of a connection. */
    static FieldLimit decoder(ServerLimitsConfig limits) {
        return new FieldLimit(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(bytes(limits.maxHeaderSize()))
                .setMaxChunkSize(bytes(limits.maxChunkSize())));
    }

    private static int bytes(MemorySize size) {
        return size.asBigInteger().intValueExact();
    }

    /** Netty would refuse an unknown version, which {@code server.FramingGuard} does with a problem. */
    @Override
    protected HttpMessage createMessage(String[] line) {
        return new DefaultHttpRequest(
                HttpVersion.valueOf(line[2]), HttpMethod.valueOf(line[0]), line[1], new Limited().newHeaders());
    }

    private static final class Limited implements HttpHeadersFactory {
        @Override
        public HttpHeaders newHeaders() {
            return new HeadersMultiMap(new Count());
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
            return newHeaders();
        }
    }

    /** Checks each field that is added. */
    private static final class Count implements BiConsumer<CharSequence, CharSequence> {
        private int fields;
        private boolean hasLength;

        @Override
        public void accept(CharSequence name, CharSequence value) {
            fields++;
            if (fields > MOST) {
                // Vert.x answers with 431 because of the first words.
                throw new TooLongHttpHeaderException("HTTP header is larger than " + MOST + " fields");
            }
            if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
                checkLength();
            }
            HttpUtils.validateHeader(name, value);
        }

        /**
         * In HTTP/1.0, Netty would replace several lengths by the first one, and a proxy may use another. A length with zeros in
         * front is refused too, because Netty replaces it. Some parsers read an octal number.
         */
        private void checkLength() {
            if (hasLength) {
                throw new IllegalArgumentException("Content-Length is repeated");
            }
            hasLength = true;
        }
    }
}

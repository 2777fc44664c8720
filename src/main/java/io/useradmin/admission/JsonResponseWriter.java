package io.useradmin.admission;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.PooledByteBufAllocator;
import io.useradmin.http.BodyWriter;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes every JSON body. The writer of Quarkus would write the whole body at once (no back-pressure), and does not know when it
 * has been sent.
 */
@Provider
@Singleton
@Produces({MediaType.APPLICATION_JSON, "application/problem+json", "application/cloudevents-batch+json"})
class JsonResponseWriter extends BodyWriter<Object> {
    private static final int FIRST_BYTES = 1_024;

    private final ObjectMapper json;
    private final ResponseSender sender;

    JsonResponseWriter(ObjectMapper json, ResponseSender sender) {
        this.json = json;
        this.sender = sender;
    }

    @Override
    protected void send(Object body, RoutingContext request) throws IOException {
        sender.send(serialized(body), request);
    }

    private ByteBuf serialized(Object body) throws IOException {
        ByteBuf bytes = PooledByteBufAllocator.DEFAULT.directBuffer(FIRST_BYTES);
        try (var stream = new ByteBufOutputStream(bytes)) {
            json.writeValue((OutputStream) stream, body);
            return bytes;
        } catch (IOException | RuntimeException failure) {
            bytes.release();
            throw failure;
        }
    }
}

package io.useradmin.admission;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.PooledByteBufAllocator;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/**
 * Writes every JSON body. The writer of Quarkus would write the whole body at once (no back-pressure), and does not know when it
 * has been sent.
 */
@Provider
@Singleton
@Produces({MediaType.APPLICATION_JSON, "application/problem+json", "application/cloudevents-batch+json"})
class JsonResponseWriter implements ServerMessageBodyWriter<Object> {
    private static final int FIRST_BYTES = 1_024;

    private final ObjectMapper json;
    private final ResponseSender sender;

    JsonResponseWriter(ObjectMapper json, ResponseSender sender) {
        this.json = json;
        this.sender = sender;
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, ResteasyReactiveResourceInfo method, MediaType mediaType) {
        return true;
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return true;
    }

    @Override
    public void writeResponse(Object body, Type generic, ServerRequestContext context) throws IOException {
        sender.send(serialized(body), ((ResteasyReactiveRequestContext) context).unwrap(RoutingContext.class));
    }

    @Override
    public void writeTo(
            Object body,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream stream)
            throws IOException {
        json.writeValue(stream, body);
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

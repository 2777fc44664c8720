package io.useradmin.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Sends every body of type {@code T} itself, instead of writing it to a stream that the framework buffers. */
public abstract class BodyWriter<T> implements ServerMessageBodyWriter<T> {
    /** Responds to {@code request} with {@code body}. */
    protected abstract void send(T body, RoutingContext request) throws IOException;

    @Override
    public final void writeResponse(T body, Type generic, ServerRequestContext context) throws IOException {
        send(body, ((ResteasyReactiveRequestContext) context).unwrap(RoutingContext.class));
    }

    @Override
    public final boolean isWriteable(
            Class<?> type, Type generic, ResteasyReactiveResourceInfo method, MediaType mediaType) {
        return true;
    }

    @Override
    public final boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return true;
    }

    @Override
    public final void writeTo(
            T body,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream output) {
        throw new UnsupportedOperationException("only interceptors write to a stream, and there are none");
    }
}

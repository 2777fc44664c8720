package io.useradmin.userexport;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Passes export documents to {@link ExportSender}. */
@Provider
@Singleton
@Produces(MediaType.APPLICATION_JSON)
class ExportWriter implements ServerMessageBodyWriter<ExportDocument> {
    private final ExportSender sender;

    ExportWriter(ExportSender sender) {
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
    public void writeResponse(ExportDocument document, Type generic, ServerRequestContext context) {
        sender.send(document, ((ResteasyReactiveRequestContext) context).unwrap(RoutingContext.class));
    }

    @Override
    public void writeTo(
            ExportDocument document,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream output) {
        throw new UnsupportedOperationException("An export can only be streamed");
    }
}

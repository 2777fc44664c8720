package io.useradmin.userexport;

import io.useradmin.http.BodyWriter;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/**
 * Passes export documents to {@link ExportSender}. Quarkus creates this writer before Vert.x, which therefore only another bean
 * can use.
 */
@Provider
@Singleton
@Produces(MediaType.APPLICATION_JSON)
class ExportWriter extends BodyWriter<ExportDocument> {
    private final ExportSender sender;

    ExportWriter(ExportSender sender) {
        this.sender = sender;
    }

    @Override
    protected void send(ExportDocument document, RoutingContext request) {
        sender.send(document, request);
    }
}

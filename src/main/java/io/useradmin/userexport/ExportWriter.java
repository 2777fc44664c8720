package io.useradmin.userexport;

import io.useradmin.admission.StreamedResponse;
import io.useradmin.admission.StreamedResponse.Durations;
import io.useradmin.admission.TenantBulkhead.Place;
import io.useradmin.http.BodyWriter;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;

/** Streams export documents. It aborts a document that it cannot complete, so that no client takes it for complete. */
@Provider
@Singleton
@Produces(MediaType.APPLICATION_JSON)
class ExportWriter extends BodyWriter<ExportDocument> {
    private static final Duration TICK = Duration.ofSeconds(1);
    /** The longest time that a client may take to receive a part. */
    private static final Duration PART_TIMEOUT = Duration.ofSeconds(15);

    private final ProblemRenderer problems;

    ExportWriter(ProblemRenderer problems) {
        this.problems = problems;
    }

    /** For HEAD, Quarkus writes no body. */
    @Override
    protected void send(ExportDocument document, RoutingContext request) {
        new Response(document, request).begin(document.parts());
    }

    private final class Response extends StreamedResponse<Buffer> {
        private final Place place;

        private Response(ExportDocument document, RoutingContext routing) {
            super(routing, new Durations(TICK, PART_TIMEOUT, document.maxDuration()), problems);
            this.place = document.place();
        }

        @Override
        protected Buffer bytes(Buffer part) {
            return part;
        }

        @Override
        protected void expire() {
            abortExpired();
        }

        @Override
        protected void released() {
            place.leave();
        }
    }
}

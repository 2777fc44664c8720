package io.useradmin.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.admission.ParkedRequest;
import io.useradmin.admission.StreamedResponse;
import io.useradmin.admission.StreamedResponse.Durations;
import io.useradmin.audit.EventConfig;
import io.useradmin.http.BodyWriter;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import org.jspecify.annotations.Nullable;

/**
 * Writes streams as server-sent events. The writer of Quarkus would serialize each event for each reader. Here, all readers of a
 * batch share its bytes.
 */
@Provider
@Singleton
@Produces(MediaType.SERVER_SENT_EVENTS)
class EventStreamWriter extends BodyWriter<EventStream> {
    private static final int MOST_WITHOUT_MEMORY = 65_536;
    private static final String COMMENT = ":\n\n";

    private final JsonText json;
    private final ProblemRenderer problems;
    private final Durations durations;

    EventStreamWriter(JsonText json, ProblemRenderer problems, EventConfig config) {
        this.json = json;
        this.problems = problems;
        this.durations = new Durations(config.keepAlive(), config.keepAlive(), config.streamMaxAge());
    }

    @Override
    protected void send(EventStream stream, RoutingContext request) {
        var response = new Response(stream, request);
        response.begin(stream.events());
        var _ = stream.reader().ended().thenRun(response::onComplete);
    }

    private byte[] text(Event event, String tenantId) {
        String text = id(event.position(), tenantId) + "event: " + event.publishedType() + "\ndata: "
                + json.of(CloudEvent.of(event, tenantId)) + "\n\n";
        return text.getBytes(UTF_8);
    }

    private static String id(Position position, String tenantId) {
        return "id: " + position.cursor(tenantId) + "\n";
    }

    private final class Response extends StreamedResponse<EventBatch> {
        private final EventStream stream;
        private final RoutingContext routing;
        /** The position up to which all events are written that pass the filter; null if the client knows it. */
        private @Nullable Position reached;
        /** What a keep-alive has sent of it; null for nothing. */
        private @Nullable Position told;

        private Response(EventStream stream, RoutingContext routing) {
            super(routing, durations, problems);
            this.stream = stream;
            this.routing = routing;
            this.reached = stream.begin().orElse(null);
            // Turns off the buffering of proxies such as nginx.
            routing.response().putHeader("X-Accel-Buffering", "no");
        }

        @Override
        protected Buffer bytes(EventBatch batch) {
            return batch.text(event -> text(event, stream.tenantId()));
        }

        @Override
        protected void next(EventBatch batch, Buffer text) {
            if (text.length() <= MOST_WITHOUT_MEMORY) {
                super.next(batch, text);
            } else {
                writeLarge(text);
            }
            reached = batch.end();
        }

        /** A batch is large only if one event is. Then it needs memory until the network has accepted it. */
        private void writeLarge(Buffer text) {
            try {
                ParkedRequest.reserveMemory(routing, text.length());
            } catch (ProblemException noMemory) {
                abort();
                return;
            }
            write(text, () -> {
                ParkedRequest.releaseMemory(routing);
                requestNext();
            });
        }

        /**
         * A comment, or an id without data, which the client takes as its last one. Otherwise the client of a filter that few
         * events pass would connect again with an old cursor, and have the service read all other events again.
         */
        @Override
        protected Buffer keepAlive() {
            Position now = reached;
            if (now == null || now.equals(told)) {
                return Buffer.buffer(COMMENT);
            }
            told = now;
            return Buffer.buffer(id(now, stream.tenantId()) + "\n");
        }

        @Override
        protected void expire() {
            end();
        }
    }
}

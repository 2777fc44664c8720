package io.useradmin.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http2.Http2Error;
import io.useradmin.admission.Connections;
import io.useradmin.admission.StandBy;
import io.useradmin.audit.EventConfig;
import io.useradmin.http.BodyWriter;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;
import java.util.concurrent.Flow;
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
    private final Vertx vertx;
    private final Duration maxAge;
    private final Duration keepAlive;

    EventStreamWriter(JsonText json, ProblemRenderer problems, Vertx vertx, EventConfig config) {
        this.json = json;
        this.problems = problems;
        this.vertx = vertx;
        this.maxAge = config.streamMaxAge();
        this.keepAlive = config.keepAlive();
    }

    @Override
    protected void send(EventStream stream, RoutingContext request) {
        StandBy.begin(request);
        new Transfer(stream, request).begin();
    }

    private byte[] text(Event event, String tenantId) {
        String text = id(event.position(), tenantId) + "event: " + event.publishedType() + "\ndata: "
                + json.of(CloudEvent.of(event, tenantId)) + "\n\n";
        return text.getBytes(UTF_8);
    }

    private static String id(Position position, String tenantId) {
        return "id: " + position.cursor(tenantId) + "\n";
    }

    /** A stream on its connection. Everything except its beginning runs on the event loop of the connection. */
    private final class Transfer implements Flow.Subscriber<EventBatch> {
        private final EventStream stream;
        private final RoutingContext routing;
        private final HttpServerResponse response;
        private final Context context;
        private Flow.@Nullable Subscription subscription;
        private long keepAliveTimer;
        private long endTimer;
        private final WriteProgress progress = new WriteProgress();
        /** The position up to which all events are written that pass the filter. */
        private Position reached = Position.START;
        /** What a keep-alive has sent of it. */
        private Position told = Position.START;

        private boolean ended;

        private Transfer(EventStream stream, RoutingContext routing) {
            this.stream = stream;
            this.routing = routing;
            this.response = routing.response();
            this.context = vertx.getOrCreateContext();
        }

        private void begin() {
            if (Connections.isOver(routing)) {
                return;
            }
            response.setChunked(true);
            // Turns off the buffering of proxies such as nginx.
            response.putHeader("X-Accel-Buffering", "no");
            routing.addEndHandler(_ -> release());
            keepAliveTimer = vertx.setPeriodic(keepAlive.toMillis(), _ -> tick());
            endTimer = vertx.setTimer(maxAge.toMillis(), _ -> end());
            var _ = stream.reader().ended().thenRun(() -> context.runOnContext(_ -> end()));
            write(Buffer.buffer(COMMENT), () -> {});
            stream.events().subscribe().withSubscriber(this);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            context.runOnContext(_ -> {
                subscription = subscribed;
                if (ended) {
                    subscribed.cancel();
                } else {
                    subscribed.request(1);
                }
            });
        }

        @Override
        public void onNext(EventBatch batch) {
            Buffer text = batch.text(event -> text(event, stream.tenantId()));
            context.runOnContext(_ -> {
                writeBatch(text);
                reached = batch.end();
            });
        }

        /** A batch is large only if one event is. Then it needs memory until the network has accepted it. */
        private void writeBatch(Buffer text) {
            if (text.length() == 0) {
                wroteBatch();
                return;
            }
            if (text.length() <= MOST_WITHOUT_MEMORY) {
                write(text, this::wroteBatch);
                return;
            }
            try {
                StandBy.reserve(routing, text.length());
            } catch (ProblemException noMemory) {
                abort(Http2Error.ENHANCE_YOUR_CALM);
                return;
            }
            write(text, () -> {
                StandBy.release(routing);
                wroteBatch();
            });
        }

        /** Aborts the stream, for example because the database does not respond. */
        @Override
        public void onError(Throwable failure) {
            context.runOnContext(_ -> {
                if (!ended) {
                    problems.logUnanswered(failure, routing);
                    abort(Http2Error.INTERNAL_ERROR);
                }
            });
        }

        @Override
        public void onComplete() {
            context.runOnContext(_ -> end());
        }

        private void write(Buffer bytes, Runnable written) {
            if (!ended && !Connections.isOver(routing)) {
                progress.begin(System.nanoTime());
                response.write(bytes).onComplete(sent -> {
                    progress.complete(System.nanoTime());
                    if (sent.succeeded()) {
                        written.run();
                    } else {
                        release();
                    }
                });
            }
        }

        private void wroteBatch() {
            if (subscription != null && !ended) {
                subscription.request(1);
            }
        }

        /** Sends a keep-alive. Aborts the stream if the client does not read. */
        private void tick() {
            if (Connections.isOver(routing)) {
                release();
            } else if (progress.isIdle()) {
                write(keepAlive(), () -> {});
            } else if (progress.isStalled(System.nanoTime(), keepAlive)) {
                abort(Http2Error.ENHANCE_YOUR_CALM);
            }
        }

        /**
         * A comment, or an id without data, which the client takes as its last one. Otherwise the client of a filter that few
         * events pass would connect again with an old cursor, and have the service read all other events again.
         */
        private Buffer keepAlive() {
            if (reached.equals(told)) {
                return Buffer.buffer(COMMENT);
            }
            told = reached;
            return Buffer.buffer(id(reached, stream.tenantId()) + "\n");
        }

        private void end() {
            if (!ended && !Connections.isOver(routing)) {
                var _ = response.end(keepAlive());
            }
            release();
        }

        private void abort(Http2Error error) {
            if (!ended) {
                release();
                Connections.breakOff(routing, error);
            }
        }

        private void release() {
            if (!ended) {
                ended = true;
                vertx.cancelTimer(keepAliveTimer);
                vertx.cancelTimer(endTimer);
                if (subscription != null) {
                    subscription.cancel();
                }
            }
        }
    }
}

package io.useradmin.userexport;

import io.netty.handler.codec.http2.Http2Error;
import io.useradmin.admission.Connections;
import io.useradmin.admission.StandBy;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Streams export documents. It aborts a document that it cannot complete, so that no client takes it for complete. */
@ApplicationScoped
class ExportSender {
    /** The longest time that a client may take to receive a part. */
    private static final Duration PART_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration TICK = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final ProblemRenderer problems;
    private final Duration maxDuration;

    ExportSender(Vertx vertx, ProblemRenderer problems, ExportConfig config) {
        this.vertx = vertx;
        this.problems = problems;
        this.maxDuration = config.maxDuration();
    }

    /** Sends {@code document} as the response. For HEAD, Quarkus writes no body. */
    void send(ExportDocument document, RoutingContext routing) {
        if (Connections.isOver(routing)) {
            document.slot().leave();
        } else {
            new Transfer(document, routing).begin();
        }
    }

    /**
     * The transfer of a document. It ends with the document, with the response, or when a write fails. Because Vert.x does not
     * report every closed connection, a timer also ends it if the client does not receive a part in time or if the transfer takes
     * too long. After {@link #begin}, everything runs on the event loop of the connection.
     */
    private final class Transfer implements Flow.Subscriber<Buffer> {
        private final ExportDocument document;
        private final RoutingContext routing;
        private final HttpServerResponse response;
        private final Context context;
        private final long begunAt = System.nanoTime();
        private Flow.@Nullable Subscription subscription;
        private long ticks;
        private boolean writing;
        private long writingSince;
        private boolean ended;

        private Transfer(ExportDocument document, RoutingContext routing) {
            this.document = document;
            this.routing = routing;
            this.response = routing.response();
            this.context = vertx.getOrCreateContext();
        }

        private void begin() {
            StandBy.begin(routing);
            response.setChunked(true);
            ticks = vertx.setPeriodic(TICK.toMillis(), _ -> tick(System.nanoTime()));
            routing.addEndHandler(_ -> release());
            document.parts().subscribe().withSubscriber(this);
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
        public void onNext(Buffer part) {
            context.runOnContext(_ -> write(part));
        }

        @Override
        public void onError(Throwable failure) {
            context.runOnContext(_ -> {
                if (!ended) {
                    problems.logUnanswered(failure, routing);
                    abort();
                }
            });
        }

        @Override
        public void onComplete() {
            context.runOnContext(_ -> {
                if (!ended && !Connections.isOver(routing)) {
                    var _ = response.end();
                }
                release();
            });
        }

        private void write(Buffer part) {
            if (ended || Connections.isOver(routing)) {
                release();
                return;
            }
            writing = true;
            writingSince = System.nanoTime();
            response.write(part).onComplete(sent -> {
                writing = false;
                if (sent.failed()) {
                    release();
                } else if (!ended && subscription != null) {
                    subscription.request(1);
                }
            });
        }

        private void tick(long now) {
            if (Connections.isOver(routing)) {
                release();
            } else if (isStalled(now) || now - begunAt > maxDuration.toNanos()) {
                abort();
            }
        }

        private boolean isStalled(long now) {
            return writing && now - writingSince > PART_TIMEOUT.toNanos();
        }

        private void abort() {
            if (!ended) {
                release();
                Connections.breakOff(routing, Http2Error.INTERNAL_ERROR);
            }
        }

        private void release() {
            if (!ended) {
                ended = true;
                document.slot().leave();
                vertx.cancelTimer(ticks);
                if (subscription != null) {
                    subscription.cancel();
                }
            }
        }
    }
}

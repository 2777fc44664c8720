package io.useradmin.event;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Connections;
import io.useradmin.admission.TenantBulkhead;
import io.useradmin.admission.TenantBulkhead.Place;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.KeyRevalidation;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.EventConfig;
import io.useradmin.problem.Problem;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The requests that wait for events. They end when the service stops, when their key is revoked, or when their response ends. */
@Singleton
public class WaitingReaders {
    static final long TICK_MILLIS = 1_000;
    /** Because replicas cache keys, this interval must be well below 30 s, the time in which a revoked key's streams must end. */
    static final Duration KEY_CHECK_INTERVAL = Duration.ofSeconds(5);

    private final KeyRevalidation keys;
    private final Vertx vertx;
    private final TenantBulkhead bulkhead;
    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;
    private long timer;

    WaitingReaders(KeyRevalidation keys, Vertx vertx, EventConfig config) {
        this.keys = keys;
        this.vertx = vertx;
        this.bulkhead = new TenantBulkhead(config.maxReaders());
    }

    /** A request that waits for events. */
    public final class Reader {
        private final Caller caller;
        private final RoutingContext request;
        private final Place place;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private long keyCheckedAt = System.nanoTime();

        private Reader(Caller caller, RoutingContext request, Place place) {
            this.caller = caller;
            this.request = request;
            this.place = place;
        }

        /** The result of {@code next}; empty if the reader must stop waiting. */
        public <T> Uni<Optional<T>> await(Uni<Optional<T>> next) {
            // A copy: any() cancels the other future, and the reader may wait again.
            Uni<Optional<T>> over =
                    Uni.createFrom().completionStage(() -> ended.copy()).map(_ -> Optional.empty());
            return Uni.combine().any().of(List.of(next, over));
        }

        /** Completes when the reader must stop waiting. */
        CompletableFuture<Void> ended() {
            return ended;
        }

        private boolean isGone() {
            return Connections.isOver(request);
        }

        private void end() {
            ended.complete(null);
        }

        private void checkKey(long now) {
            if (now - keyCheckedAt >= KEY_CHECK_INTERVAL.toNanos()) {
                keyCheckedAt = now;
                keys.may(caller, Scope.EVENTS_READ)
                        .subscribe()
                        .with(
                                may -> {
                                    if (!may) {
                                        end();
                                    }
                                },
                                // The database is down. The next check tries again.
                                _ -> {});
            }
        }
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        timer = vertx.setPeriodic(TICK_MILLIS, _ -> check());
        Gauge.builder("useradmin.events.readers", readers, Set::size)
                .description("Requests that wait for events")
                .register(metrics);
    }

    void stopEarly(@Observes ShutdownDelayInitiatedEvent stop) {
        endAll();
    }

    void stop(@Observes ShutdownEvent stop) {
        endAll();
    }

    @PreDestroy
    void cancelTimer() {
        vertx.cancelTimer(timer);
    }

    /** Admits a request that waits for events until its response ends; {@link Problem.Unavailable} if too many wait. */
    public Reader admit(Caller caller, RoutingContext request) {
        var reader = new Reader(caller, request, bulkhead.enter(caller.tenantId()));
        readers.add(reader);
        request.addEndHandler(_ -> leave(reader));
        if (reader.isGone()) {
            // The response has already ended: the client got 503 at the deadline or has disconnected.
            leave(reader);
        }
        return reader;
    }

    private void endAll() {
        stopping = true;
        readers.forEach(Reader::end);
    }

    private void leave(Reader reader) {
        readers.remove(reader);
        reader.place.leave();
        reader.end();
    }

    /**
     * Also finds the responses whose end Vert.x does not report. While the service stops, new readers end here instead of at once, because
     * many clients would poll again and again.
     */
    private void check() {
        if (stopping) {
            endAll();
        }
        long now = System.nanoTime();
        readers.forEach(reader -> {
            if (reader.isGone()) {
                leave(reader);
            } else {
                reader.checkKey(now);
            }
        });
    }
}

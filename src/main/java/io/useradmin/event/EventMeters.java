package io.useradmin.event;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.useradmin.problem.BackgroundFailures;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of the {@link Backlog}. The database is queried only during a scrape, on the scrape's thread, which may block. All
 * gauges of a scrape share one statement. They are NaN while the database does not respond.
 */
@Singleton
class EventMeters {
    /** A value is used this many times as long as its statement took, up to the longest use: a long statement runs rarely. */
    private static final int REUSE_PER_COST = 100;

    /** Scrapes within this time share a statement too. */
    static final Duration SHORTEST_REUSE = Duration.ofSeconds(1);

    /** The time between scrapes is usually as long. */
    static final Duration LONGEST_REUSE = Duration.ofSeconds(15);

    /** Longest wait: a scrape must return all other metrics even if reads are stuck. Prometheus waits 10 s. */
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(5);

    private final BacklogRepository events;
    private final BackgroundFailures failures;
    private CompletableFuture<Backlog> query = CompletableFuture.completedFuture(Backlog.UNKNOWN);
    private Backlog backlog = Backlog.UNKNOWN;
    private long staleAt = System.nanoTime();

    EventMeters(BacklogRepository events, BackgroundFailures failures) {
        this.events = events;
        this.failures = failures;
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        behind("feed", Backlog::heldBack, Backlog::heldBackSeconds, metrics);
        behind("deliver", Backlog::undelivered, Backlog::undeliveredSeconds, metrics);
        gauge("useradmin.events.oldest.age", Backlog::oldestSeconds)
                .description("Age of the oldest stored event")
                .baseUnit("seconds")
                .register(metrics);
        gauge("useradmin.stored.responses.oldest.age", Backlog::oldestResponseSeconds)
                .description("Age of the oldest response that is stored for an Idempotency-Key")
                .baseUnit("seconds")
                .register(metrics);
    }

    private void behind(
            String reader, ToDoubleFunction<Backlog> events, ToDoubleFunction<Backlog> seconds, MeterRegistry metrics) {
        gauge("useradmin.events.behind", events)
                .description("Committed events that the reader does not have yet, counted up to "
                        + BacklogRepository.MOST_COUNTED)
                .tag("reader", reader)
                .register(metrics);
        gauge("useradmin.events.lag", seconds)
                .description("Age of the oldest committed event that the reader does not have yet")
                .baseUnit("seconds")
                .tag("reader", reader)
                .register(metrics);
    }

    private Gauge.Builder<EventMeters> gauge(String name, ToDoubleFunction<Backlog> value) {
        return Gauge.builder(name, this, meters -> value.applyAsDouble(meters.backlog()));
    }

    private synchronized Backlog backlog() {
        if (System.nanoTime() - staleAt >= 0 && Infrastructure.canCallerThreadBeBlocked()) {
            long start = System.nanoTime();
            backlog = read();
            long end = System.nanoTime();
            staleAt = end + reuse(Duration.ofNanos(end - start)).toNanos();
        }
        return backlog;
    }

    /** How long a value is reused, if its statement took {@code cost}. */
    static Duration reuse(Duration cost) {
        long reuse = cost.multipliedBy(REUSE_PER_COST).toNanos();
        return Duration.ofNanos(Math.clamp(reuse, SHORTEST_REUSE.toNanos(), LONGEST_REUSE.toNanos()));
    }

    /** If the statement of an earlier scrape is still running, waits for that: there is never more than one. */
    private Backlog read() {
        if (query.isDone()) {
            query = events.read()
                    .onFailure()
                    .invoke(this::note)
                    .onFailure()
                    .recoverWithItem(Backlog.UNKNOWN)
                    .subscribeAsCompletionStage();
        }
        return query.copy()
                .orTimeout(SCRAPE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> {
                    note(late);
                    return Backlog.UNKNOWN;
                })
                .join();
    }

    private void note(Throwable failure) {
        failures.note("metrics:", failure);
    }
}

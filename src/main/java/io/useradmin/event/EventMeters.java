package io.useradmin.event;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.useradmin.shared.OutageLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of the {@link Backlog}. The database is queried only during a scrape, on the scrape's thread, which may block. All
 * gauges of a scrape share one statement. They are NaN while the database does not respond.
 */
@ApplicationScoped
class EventMeters {
    /** Scrapes within this time share a statement too. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(1);

    /** Longest wait: a scrape must return all other metrics even if reads are stuck. Prometheus waits 10 s. */
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(5);

    private final BacklogRepository events;
    private final OutageLog outages;
    private Backlog backlog = Backlog.UNKNOWN;
    private long staleAt = System.nanoTime();

    EventMeters(BacklogRepository events, OutageLog outages) {
        this.events = events;
        this.outages = outages;
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        behind("feed", Backlog::heldBack, Backlog::heldBackSeconds, metrics);
        behind("deliver", Backlog::undelivered, Backlog::undeliveredSeconds, metrics);
        gauge("useradmin.events.oldest.age", Backlog::oldestSeconds)
                .description("Age of the oldest stored event")
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
            backlog = read();
            staleAt = System.nanoTime() + CACHE_TIME.toNanos();
        }
        return backlog;
    }

    private Backlog read() {
        return events.read()
                .ifNoItem()
                .after(SCRAPE_TIMEOUT)
                .fail()
                .onFailure()
                .invoke(failure -> outages.note("metrics:", failure))
                .onFailure()
                .recoverWithItem(Backlog.UNKNOWN)
                .await()
                .indefinitely();
    }
}

package io.useradmin.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.useradmin.shared.ComputedOnce;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Counts and times requests. The metric has the same names as that of Quarkus, which is off: clients could make it grow without
 * limit, because it uses any method, and the raw path of requests that are refused early.
 */
@Singleton
final class RequestMetrics {
    static final String NAME = "http.server.requests";

    /** Few buckets, because each is a time series for every kind of request. */
    private static final Duration[] BUCKETS = LongStream.of(5, 20, 50, 100, 250, 500, 1_000, 5_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final ComputedOnce<RequestOutcome, Timer> timers = new ComputedOnce<>(this::timer);

    RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void count(RequestOutcome outcome, long nanos) {
        timers.get(outcome).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(RequestOutcome outcome) {
        return Timer.builder(NAME)
                .description("Requests and how long they took, by operation and outcome")
                .tag("method", outcome.method())
                .tag("uri", outcome.route())
                .tag("status", outcome.status())
                .tag("outcome", outcome.outcome())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }
}

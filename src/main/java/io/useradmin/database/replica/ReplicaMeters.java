package io.useradmin.database.replica;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts the reads that a replica may serve. */
@Singleton
class ReplicaMeters {
    private final MeterRegistry registry;
    private final Map<Outcome, Counter> reads = new EnumMap<>(Outcome.class);

    ReplicaMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The server of a read. If it was the primary, the reason. */
    enum Outcome {
        /** The replica served it. */
        REPLICA,
        /** The replica lags too much, its lag is unknown, or it is down. */
        LAG,
        /** The replica has not replayed the position of the request's token, or cannot compare it. */
        TOKEN,
        /** The read failed on the replica. */
        FAILURE
    }

    /** Registers the metrics. Without a replica they are 0, so that the dashboard always finds them. */
    void register(LongSupplier lagNanos) {
        for (Outcome outcome : Outcome.values()) {
            reads.put(
                    outcome,
                    Counter.builder("useradmin.replica.reads")
                            .description(
                                    "Reads that a replica may serve, by server, or by the reason why the primary served them")
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        Gauge.builder("useradmin.replica.lag", () -> lagNanos.getAsLong() / (double) TimeUnit.SECONDS.toNanos(1))
                .description("The age of the newest data that the replica is known to have completely")
                .baseUnit("seconds")
                .register(registry);
    }

    void count(Outcome outcome) {
        Objects.requireNonNull(reads.get(outcome), "the metric is not registered")
                .increment();
    }
}

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

/** Counts the reads that a replica could serve. */
@Singleton
class ReplicaMeters {
    private final MeterRegistry registry;
    private final Map<Outcome, Counter> reads = new EnumMap<>(Outcome.class);

    ReplicaMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Who served a read, or why it was the primary. */
    enum Outcome {
        /** The replica served it. */
        REPLICA,
        /** The replica lags too much, or how much is not known; or it cannot be reached. */
        LAG,
        /** The replica has not replayed the position of the request's token, or cannot compare it. */
        TOKEN,
        /** The read failed on the replica. */
        FAILURE
    }

    /** Exports the metrics, which are 0 without a replica, so that the dashboard always finds them. */
    void register(LongSupplier lagNanos) {
        for (Outcome outcome : Outcome.values()) {
            reads.put(
                    outcome,
                    Counter.builder("useradmin.replica.reads")
                            .description("Reads that a replica may serve, by who served them or why the primary did")
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        Gauge.builder("useradmin.replica.lag", () -> lagNanos.getAsLong() / (double) TimeUnit.SECONDS.toNanos(1))
                .description("The age of the newest data that the replica is known to have completely")
                .baseUnit("seconds")
                .register(registry);
    }

    void count(Outcome outcome) {
        Objects.requireNonNull(reads.get(outcome), "it is registered at the start")
                .increment();
    }
}

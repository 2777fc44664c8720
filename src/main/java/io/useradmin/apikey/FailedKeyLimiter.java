package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.ConsumptionProbe;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts the failures (invalid keys) of each source. */
@Singleton
class FailedKeyLimiter {
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final TokenBuckets<ClientNetwork> buckets;
    private final LongAdder limited = new LongAdder();

    FailedKeyLimiter(FailedKeyConfig config, Ticker ticker) {
        Bandwidth limit = Bandwidth.builder()
                .capacity(config.perMinute())
                .refillGreedy(config.perMinute(), PERIOD)
                .build();
        this.buckets = new TokenBuckets<>(ticker, _ -> limit, _ -> PERIOD);
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        FunctionCounter.builder("useradmin.failed.keys.limited", limited, LongAdder::sum)
                .description("Requests that are refused because their source has sent too many invalid keys")
                .register(metrics);
    }

    /**
     * Counts a failure.
     *
     * @return how long the source should wait, if it has had too many failures
     */
    Optional<Duration> count(ClientNetwork source) {
        ConsumptionProbe probe = buckets.of(source).tryConsumeAndReturnRemaining(1);
        if (probe.isConsumed()) {
            return Optional.empty();
        }
        limited.increment();
        return Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** Takes back a counted failure, because the key turned out to be valid. */
    void takeBack(ClientNetwork source) {
        buckets.of(source).addTokens(1);
    }

    long sources() {
        return buckets.size();
    }
}

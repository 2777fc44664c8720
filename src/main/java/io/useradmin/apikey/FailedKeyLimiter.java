package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts the failures (invalid keys) of each source. */
@ApplicationScoped
class FailedKeyLimiter {
    /**
     * The largest number of sources in the cache. Above it, the cache evicts those that fail least. Far fewer sources fail by
     * mistake within a minute. They need a few megabytes.
     */
    static final int MAX_SOURCES = 10_000;

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final FailedKeyConfig config;
    private final TickerMeter time;
    private final Cache<ClientNetwork, Bucket> buckets;
    private final LongAdder limited = new LongAdder();

    FailedKeyLimiter(FailedKeyConfig config, Ticker ticker) {
        this.config = config;
        this.time = new TickerMeter(ticker);
        // After a period without failures, a source has its full burst again, so evicting it loses nothing.
        this.buckets = Caffeine.newBuilder()
                .expireAfterAccess(PERIOD)
                .maximumSize(MAX_SOURCES)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
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
        ConsumptionProbe probe = buckets.get(source, _ -> bucket()).tryConsumeAndReturnRemaining(1);
        if (probe.isConsumed()) {
            return Optional.empty();
        }
        limited.increment();
        return Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** Takes back a counted failure, because the key turned out to be valid. */
    void takeBack(ClientNetwork source) {
        buckets.get(source, _ -> bucket()).addTokens(1);
    }

    long sources() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(config.perMinute()).refillGreedy(config.perMinute(), PERIOD))
                .withCustomTimePrecision(time)
                .build();
    }
}

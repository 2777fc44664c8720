package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Counts the keys of each source that were not good. */
@ApplicationScoped
class FailedKeyLimit {
    /**
     * The most sources whose failures are remembered; beyond, the cache forgets those that fail least. Far more sources
     * than fail by mistake within a minute, in a few megabytes.
     */
    static final int MAX_SOURCES = 10_000;

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final FailedKeyConfig config;
    private final TimeMeter time;
    private final Cache<KeySource, Bucket> buckets;

    FailedKeyLimit(FailedKeyConfig config, Clock clock) {
        this.config = config;
        this.time = new ClockMeter(clock);
        // A source that was quiet for the period has all of its failures again, so nothing is lost with it.
        this.buckets = Caffeine.newBuilder()
                .expireAfterAccess(PERIOD)
                .maximumSize(MAX_SOURCES)
                .ticker(time::currentTimeNanos)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Counts a failure.
     *
     * @return how long the source should wait, where it has failed too often
     */
    Optional<Duration> count(KeySource source) {
        ConsumptionProbe probe = buckets.get(source, _ -> bucket()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Optional.empty() : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** Takes a failure back that was counted before the key turned out to be good. */
    void takeBack(KeySource source) {
        buckets.get(source, _ -> bucket()).addTokens(1);
    }

    /** How many sources are remembered. */
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

    private record ClockMeter(Clock clock) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return TimeUnit.MICROSECONDS.toNanos(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
        }

        @Override
        public boolean isWallClockBased() {
            return true;
        }
    }
}

package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;

/** Counts the requests of each key that has a limit, in this replica. A key without one costs nothing. */
@ApplicationScoped
class KeyRates {
    /** The most keys that are counted; beyond, the cache forgets those that send least. So many take a few megabytes. */
    static final int MAX_KEYS = 10_000;

    private final ClockMeter time;
    private final Cache<LimitedKey, Bucket> buckets;

    KeyRates(Clock clock) {
        this.time = new ClockMeter(clock);
        // A key that was quiet for so long has its whole burst again, so nothing is lost with it.
        this.buckets = Caffeine.newBuilder()
                .expireAfter(Expiry.<LimitedKey, Bucket>accessing((key, _) -> key.limit.recovery()))
                .maximumSize(MAX_KEYS)
                .ticker(time::currentTimeNanos)
                .executor(Runnable::run)
                .build();
    }

    /** A key whose limit changes is counted anew. */
    private record LimitedKey(String keyId, RateLimit limit) {}

    /**
     * A request that was counted.
     *
     * @param limit the key's limit
     * @param left how many more requests the key may send at once
     * @param recovery until when it has its whole burst again
     * @param delay how long the key must wait until one request is let through; zero for a request that is
     */
    record Count(RateLimit limit, long left, Duration recovery, Duration delay) {
        boolean isWithinLimit() {
            return delay.isZero();
        }
    }

    /** Counts a request of a key. */
    Count count(String keyId, RateLimit limit) {
        ConsumptionProbe probe = bucket(new LimitedKey(keyId, limit)).tryConsumeAndReturnRemaining(1);
        return new Count(
                limit,
                probe.getRemainingTokens(),
                Duration.ofNanos(probe.getNanosToWaitForReset()),
                Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    /** How many keys are counted. */
    long keys() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    /** Not a LoadingCache, which would look up its loader's methods by name: the native binary has none. */
    private Bucket bucket(LimitedKey key) {
        return buckets.get(key, limited -> full(limited.limit));
    }

    private Bucket full(RateLimit limit) {
        return Bucket.builder()
                .addLimit(bandwidth -> bandwidth
                        .capacity(limit.burst())
                        .refillGreedy(
                                limit.requests(),
                                Duration.ofSeconds(limit.unit().seconds())))
                .withCustomTimePrecision(time)
                .build();
    }
}

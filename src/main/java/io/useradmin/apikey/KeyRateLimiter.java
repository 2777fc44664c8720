package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Counts the requests of each key with a rate limit, in this replica (token bucket). Keys without a limit cost nothing. */
@ApplicationScoped
class KeyRateLimiter {
    /** The largest number of counted keys. Above it, the cache evicts those that send least. They need a few megabytes. */
    static final int MAX_KEYS = 10_000;

    private final TickerMeter time;
    private final Cache<LimitedKey, Bucket> buckets;

    KeyRateLimiter(Ticker ticker) {
        this.time = new TickerMeter(ticker);
        // After this time without requests, a key has its full burst again, so evicting it loses nothing.
        this.buckets = Caffeine.newBuilder()
                .expireAfter(Expiry.<LimitedKey, Bucket>accessing((key, _) -> key.limit.recovery()))
                .maximumSize(MAX_KEYS)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /** If the limit of a key changes, its count starts again. */
    private record LimitedKey(String keyId, RateLimit limit) {}

    /**
     * The result of counting a request.
     *
     * @param limit the key's limit
     * @param isWithinLimit whether the key may send this request
     * @param left how many more requests the key may send at once
     * @param recovery the time until it has its full burst again
     * @param delay the time until its next request is allowed; zero if one is left, or if that is less than a nanosecond
     */
    record Count(RateLimit limit, boolean isWithinLimit, long left, Duration recovery, Duration delay) {}

    /** Counts a request of a key. */
    Count count(String keyId, RateLimit limit) {
        Bucket bucket = bucket(new LimitedKey(keyId, limit));
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        long delay = probe.getRemainingTokens() > 0
                ? 0
                : bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        return new Count(
                limit,
                probe.isConsumed(),
                probe.getRemainingTokens(),
                Duration.ofNanos(probe.getNanosToWaitForReset()),
                Duration.ofNanos(delay));
    }

    /** The number of counted keys. */
    long keys() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    /** Not a LoadingCache, which finds the methods of its loader by reflection: they are missing in the native binary. */
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

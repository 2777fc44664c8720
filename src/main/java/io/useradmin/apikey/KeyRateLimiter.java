package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Counts the requests of each key with a rate limit, in this replica (token bucket). Keys without a limit cost nothing. */
@ApplicationScoped
class KeyRateLimiter {
    private final TokenBuckets<LimitedKey> buckets;

    KeyRateLimiter(Ticker ticker) {
        this.buckets = new TokenBuckets<>(ticker, key -> bandwidth(key.limit), key -> key.limit.recovery());
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
        Bucket bucket = buckets.of(new LimitedKey(keyId, limit));
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
        return buckets.size();
    }

    private static Bandwidth bandwidth(RateLimit limit) {
        return Bandwidth.builder()
                .capacity(limit.burst())
                .refillGreedy(limit.requests(), Duration.ofSeconds(limit.unit().seconds()))
                .build();
    }
}

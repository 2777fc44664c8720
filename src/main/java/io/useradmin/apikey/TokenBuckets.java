package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.function.Function;

/**
 * A token bucket for each key. The first use of a key creates its bucket, which is full. If a key is not used until its bucket is
 * full again, the bucket is removed.
 */
final class TokenBuckets<K> {
    /** The largest number of buckets. Above it, the cache evicts those with the fewest uses. They need a few megabytes. */
    static final int MOST = 10_000;

    private final TickerMeter time;
    private final Function<K, Bandwidth> limit;
    private final Cache<K, Bucket> buckets;

    /**
     * @param limit the capacity and rate of the bucket of a key
     * @param recovery the time until an empty bucket is full again
     */
    TokenBuckets(Ticker ticker, Function<K, Bandwidth> limit, Function<K, Duration> recovery) {
        this.time = new TickerMeter(ticker);
        this.limit = limit;
        this.buckets = Caffeine.newBuilder()
                .expireAfter(Expiry.<K, Bucket>accessing((key, _) -> recovery.apply(key)))
                .maximumSize(MOST)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /** Not a LoadingCache, which finds the methods of its loader by reflection: they are missing in the native binary. */
    Bucket of(K key) {
        return buckets.get(key, this::full);
    }

    long size() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket full(K key) {
        return Bucket.builder()
                .addLimit(limit.apply(key))
                .withCustomTimePrecision(time)
                .build();
    }
}

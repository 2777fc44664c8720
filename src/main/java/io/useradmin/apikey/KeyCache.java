package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.github.benmanes.caffeine.cache.stats.ConcurrentStatsCounter;
import com.github.benmanes.caffeine.cache.stats.StatsCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The cache of key records. Each record is read at most once per TTL, also if the clock of the machine is set back. */
@Singleton
class KeyCache {
    /**
     * The largest number of records, including unknown ids, so that guesses cannot fill the memory. A deployment has far fewer
     * keys. They need a few megabytes.
     */
    private static final int MAX_ENTRIES = 10_000;
    /** Long enough to remember a key whose client calls once a day. */
    private static final Duration KNOWN_TTL = Duration.ofDays(2);

    /**
     * A record from a lookup that took longer is not cached: it is as old as the lookup. With a greater limit, a stream of events could
     * outlive its revoked key by more than 30 s.
     */
    private static final Duration LONGEST_LOOKUP = Duration.ofSeconds(3);

    private final ApiKeyRepository keys;
    private final Ticker ticker;
    private final StatsCounter gets = new ConcurrentStatsCounter();
    private final AsyncCache<String, Optional<KeyRecord>> records;
    /** The ids of existing keys, kept longer than their records. */
    private final Cache<String, Boolean> known;

    KeyCache(ApiKeyRepository keys, Ticker ticker, KeyCacheConfig config) {
        this.keys = keys;
        this.ticker = ticker;
        this.records = bounded(ticker)
                .expireAfterWrite(config.ttl())
                .recordStats(() -> gets)
                .buildAsync();
        this.known = bounded(ticker).expireAfterAccess(KNOWN_TTL).build();
    }

    /** Not in the constructor: it runs at the first request with a key, and scrapes before that would have no metrics. */
    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        CaffeineCacheMetrics.monitor(metrics, records, "api-keys");
    }

    /** The record of a key, if it is cached or being read. The record is empty if the key does not exist. */
    Optional<CompletableFuture<Optional<KeyRecord>>> cached(String keyId) {
        // The map counts nothing. So a key that is not there counts once, in read(), and not at all if it is refused.
        CompletableFuture<Optional<KeyRecord>> found = records.asMap().get(keyId);
        if (found != null) {
            gets.recordHits(1);
        }
        return Optional.ofNullable(found);
    }

    /** Whether the key existed at the last lookup. There are few such keys, so nobody can cause many lookups with them. */
    boolean isKnown(String keyId) {
        return known.getIfPresent(keyId) != null;
    }

    /** Reads the record of a key into the cache. */
    CompletableFuture<Optional<KeyRecord>> read(String keyId) {
        return records.get(keyId, (_, _) -> lookUp(keyId));
    }

    private CompletableFuture<Optional<KeyRecord>> lookUp(String keyId) {
        long start = ticker.read();
        CompletableFuture<Optional<KeyRecord>> lookup = keys.record(keyId)
                .invoke(found -> found.ifPresent(_ -> known.put(keyId, true)))
                .subscribeAsCompletionStage();
        var _ = lookup.thenRun(() -> {
            if (ticker.read() - start > LONGEST_LOOKUP.toNanos()) {
                forget(keyId);
            }
        });
        return lookup;
    }

    /** Removes the record of a key from the cache, also one that is being read. */
    void forget(String keyId) {
        records.synchronous().invalidate(keyId);
    }

    private static Caffeine<Object, Object> bounded(Ticker ticker) {
        return Caffeine.newBuilder().maximumSize(MAX_ENTRIES).ticker(ticker).executor(Runnable::run);
    }
}

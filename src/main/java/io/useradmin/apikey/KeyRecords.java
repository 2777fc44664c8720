package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The records of keys, each read from the database at most once in the cache's lifetime. */
@ApplicationScoped
class KeyRecords {
    /**
     * The most records, unknown ids included, so that guessing cannot fill the memory. Far more keys than
     * internal teams have, in a few megabytes.
     */
    private static final int MAX_ENTRIES = 10_000;
    /** So long that a caller who comes once a day is known. */
    private static final Duration KNOWN = Duration.ofDays(2);

    private final ApiKeyRepository keys;
    private final AsyncCache<String, Optional<KeyRecord>> records;
    /** The ids of keys that exist, for longer than their records may be used. */
    private final Cache<String, Boolean> known;

    KeyRecords(ApiKeyRepository keys, Clock clock, KeyCacheConfig config, MeterRegistry metrics) {
        this.keys = keys;
        this.records =
                bounded(clock).expireAfterWrite(config.ttl()).recordStats().buildAsync();
        this.known = bounded(clock).expireAfterAccess(KNOWN).build();
        CaffeineCacheMetrics.monitor(metrics, records, "api-keys");
    }

    /** The record of a key that is remembered or is being read, nothing included; null where it would have to be read. */
    @Nullable CompletableFuture<Optional<KeyRecord>> remembered(String keyId) {
        return records.getIfPresent(keyId);
    }

    /** Whether the database had the key when it was last asked. Such keys are so few that nobody can make it read many. */
    boolean isKnown(String keyId) {
        return known.getIfPresent(keyId) != null;
    }

    /** The record of a key, remembered from now on. */
    CompletableFuture<Optional<KeyRecord>> read(String keyId) {
        return records.get(
                keyId,
                (_, _) -> keys.record(keyId)
                        .invoke(found -> found.ifPresent(_ -> known.put(keyId, true)))
                        .subscribeAsCompletionStage());
    }

    private static Caffeine<Object, Object> bounded(Clock clock) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_ENTRIES)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .executor(Runnable::run);
    }
}

package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import io.useradmin.apikey.Authentication.Accepted;
import io.useradmin.apikey.Authentication.Refused;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Checks keys, asking the database at most once in the cache's lifetime for each. */
@ApplicationScoped
class ApiKeyAuthenticator {
    private static final Logger LOG = Logger.getLogger(ApiKeyAuthenticator.class);
    /** The contract's promise on revocation; a longer configured lifetime would break it. */
    private static final Duration LONGEST_TTL = Duration.ofSeconds(30);

    private final ApiKeyRepository keys;
    private final Clock clock;
    private final AsyncCache<String, Optional<KeyRecord>> records;

    ApiKeyAuthenticator(ApiKeyRepository keys, Clock clock, KeyCacheConfig config, MeterRegistry metrics) {
        if (config.ttl().compareTo(LONGEST_TTL) > 0) {
            throw new IllegalArgumentException(
                    "useradmin.api-key-cache.ttl must be at most 30s, so that revocation holds");
        }
        this.keys = keys;
        this.clock = clock;
        this.records = Caffeine.newBuilder()
                .expireAfterWrite(config.ttl())
                .maximumSize(config.maxEntries())
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .executor(Runnable::run)
                .recordStats()
                .buildAsync();
        CaffeineCacheMetrics.monitor(metrics, records, "api-keys");
    }

    /**
     * Checks the value of an {@code X-API-KEY} header. The future fails where the database had to be asked and did not
     * answer; it is complete already where the record was remembered.
     */
    CompletableFuture<Authentication> authenticate(@Nullable String header) {
        Optional<ApiKey> presented = Optional.ofNullable(header).flatMap(ApiKey::parse);
        if (presented.isEmpty()) {
            return CompletableFuture.completedFuture(new Refused());
        }
        ApiKey key = presented.get();
        CompletableFuture<Optional<KeyRecord>> found = records.get(key.keyId(), (keyId, executor) -> load(key));
        return isRemembered(found)
                ? CompletableFuture.completedFuture(check(key, found.join()))
                : found.thenApply(record -> check(key, record));
    }

    private static boolean isRemembered(CompletableFuture<?> found) {
        return found.isDone() && !found.isCompletedExceptionally();
    }

    private Authentication check(ApiKey key, Optional<KeyRecord> found) {
        KeyRecord stored = found.orElse(KeyRecord.OF_NOBODY);
        return stored.isGood(key, clock.instant()) ? new Accepted(stored.caller()) : new Refused();
    }

    private CompletableFuture<Optional<KeyRecord>> load(ApiKey key) {
        return keys.record(key.keyId()).invoke(found -> noteUse(key, found)).subscribeAsCompletionStage();
    }

    /** The last use is a courtesy, for which the request does not wait and with which it does not fail. */
    private void noteUse(ApiKey key, Optional<KeyRecord> found) {
        Instant now = clock.instant();
        KeyRecord stored = found.orElse(KeyRecord.OF_NOBODY);
        if (stored.isGood(key, now) && !stored.wasUsedLately(now)) {
            keys.noteUse(key.keyId(), now)
                    .subscribe()
                    .with(
                            _ -> {},
                            failure -> LOG.warnf(
                                    "last use of key %s not noted: %s",
                                    key.keyId(), failure.getClass().getName()));
        }
    }
}

package io.useradmin.apikey;

import io.useradmin.apikey.Authentication.Accepted;
import io.useradmin.apikey.Authentication.Limited;
import io.useradmin.apikey.Authentication.Refused;
import io.useradmin.problem.BackgroundFailures;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks keys. If a key is not cached and not known to exist, its lookup counts as a failure of its source until the key turns
 * out to be valid. So no source can cause more lookups than it may have failures.
 */
@ApplicationScoped
class ApiKeyAuthenticator {
    private final ApiKeyRepository keys;
    private final KeyCache cache;
    private final FailedKeyLimiter failures;
    private final BackgroundFailures unrecorded;
    private final Clock clock;

    ApiKeyAuthenticator(
            ApiKeyRepository keys,
            KeyCache cache,
            FailedKeyLimiter failures,
            BackgroundFailures unrecorded,
            Clock clock) {
        this.keys = keys;
        this.cache = cache;
        this.failures = failures;
        this.unrecorded = unrecorded;
        this.clock = clock;
    }

    /**
     * Checks the value of an {@code X-API-KEY} header. The future fails if the database does not respond. If the database is not
     * needed, the future is already complete.
     *
     * @param header null if there is none, or several; that is no failure, because nobody guesses a key with it
     * @param source the source for which a failure counts
     */
    CompletableFuture<Authentication> authenticate(@Nullable String header, Supplier<ClientNetwork> source) {
        if (header == null) {
            return CompletableFuture.completedFuture(new Refused());
        }
        Optional<ApiKey> presented = ApiKey.parse(header);
        if (presented.isEmpty()) {
            return CompletableFuture.completedFuture(refuse(source.get()));
        }
        ApiKey key = presented.get();
        return cache.cached(key.keyId())
                .map(cached -> check(key, cached, source))
                .orElseGet(() -> read(key, source));
    }

    private CompletableFuture<Authentication> read(ApiKey key, Supplier<ClientNetwork> source) {
        return cache.isKnown(key.keyId())
                ? check(key, cache.read(key.keyId()), source)
                : readWithinLimit(source.get(), key);
    }

    private CompletableFuture<Authentication> readWithinLimit(ClientNetwork source, ApiKey key) {
        Optional<Duration> wait = failures.count(source);
        if (wait.isPresent()) {
            return CompletableFuture.completedFuture(new Limited(wait.get()));
        }
        return cache.read(key.keyId())
                .<Authentication>thenApply(record -> accept(key, record).orElseGet(Refused::new))
                .whenComplete((outcome, _) -> {
                    if (!(outcome instanceof Refused)) {
                        failures.takeBack(source);
                    }
                });
    }

    /** Most records are there already. Another future of the framework, which captures its contexts, would cost more than the check. */
    private CompletableFuture<Authentication> check(
            ApiKey key, CompletableFuture<Optional<KeyRecord>> record, Supplier<ClientNetwork> source) {
        return record.state() == Future.State.SUCCESS
                ? CompletableFuture.completedFuture(check(key, record.resultNow(), source))
                : record.thenApply(found -> check(key, found, source));
    }

    private Authentication check(ApiKey key, Optional<KeyRecord> found, Supplier<ClientNetwork> source) {
        return accept(key, found).orElseGet(() -> refuse(source.get()));
    }

    /** Stores the use of a valid key in the background: the request does not wait for this update, and does not fail with it. */
    private Optional<Authentication> accept(ApiKey key, Optional<KeyRecord> found) {
        KeyRecord stored = found.orElse(KeyRecord.UNKNOWN_KEY);
        Instant now = clock.instant();
        if (!stored.isGood(key, now)) {
            return Optional.empty();
        }
        if (stored.noteUse(now)) {
            keys.noteUse(key.keyId(), now)
                    .subscribe()
                    .with(_ -> {}, failure -> unrecorded.note("last use of a key:", failure));
        }
        return Optional.of(new Accepted(key, stored.caller()));
    }

    private Authentication refuse(ClientNetwork source) {
        return failures.count(source).<Authentication>map(Limited::new).orElseGet(Refused::new);
    }
}

package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import io.useradmin.shared.CurrentContext;
import jakarta.inject.Singleton;
import java.time.Clock;

/** Checks the keys of long-running requests again, and invalidates the cache for changed keys. */
@Singleton
public class KeyRevalidation {
    private final KeyCache cache;
    private final Clock clock;

    KeyRevalidation(KeyCache cache, Clock clock) {
        this.cache = cache;
        this.clock = clock;
    }

    /** Whether the caller's key is still valid for {@code scope}. A change is seen after at most 30 s. */
    public Uni<Boolean> may(Caller caller, Scope scope) {
        // All requests that wait for a key share the future in the cache. It ends in the context of the first one.
        // Cancelling a request cancels only its copy.
        return Uni.createFrom()
                .completionStage(() -> cache.read(caller.keyId()).copy())
                .emitOn(CurrentContext.executor())
                .map(found -> found.filter(record -> record.isActive(clock.instant()))
                        .filter(record -> record.caller().may(scope))
                        .isPresent());
    }

    /** Invalidates the cached record of a changed key. This replica sees the change at once, others within 30 s. */
    public void forget(String keyId) {
        cache.forget(keyId);
    }
}

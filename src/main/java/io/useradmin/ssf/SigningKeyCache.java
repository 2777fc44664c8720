package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.shared.CurrentContext;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A cache of the keys that sign tokens. A replica notices a new key after at most {@link #TTL}. */
@Singleton
class SigningKeyCache {
    /** How long a replica caches the keys. */
    static final Duration TTL = Duration.ofSeconds(20);

    /** The TTL if there are no keys. It is short, so that the first key works soon. */
    private static final Duration TTL_WITHOUT_KEYS = Duration.ofSeconds(1);

    private final Function<Instant, Uni<List<SigningKey>>> keys;
    private final Clock clock;
    private volatile Known known = new Known(List.of(), Instant.MIN, Instant.MIN);
    /** The last read; it may still run. */
    private CompletableFuture<List<SigningKey>> reading = CompletableFuture.completedFuture(List.of());

    @Inject
    SigningKeyCache(SigningKeyRepository keys, Clock clock) {
        this(keys::published, clock);
    }

    /** {@code keys} reads the keys that are published at a time. */
    SigningKeyCache(Function<Instant, Uni<List<SigningKey>>> keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    private record Known(List<SigningKey> keys, Instant from, Instant until) {
        /** False if the clock was set back, because then the age is unknown. */
        boolean isValid(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }

    /** The keys in the published key set. */
    Uni<List<SigningKey>> published() {
        Instant now = clock.instant();
        return known(now)
                .map(all -> all.stream().filter(key -> key.isPublished(now)).toList());
    }

    /** The key that signs now; empty if there is none. */
    Uni<Optional<SigningKey>> signing() {
        Instant now = clock.instant();
        return known(now).map(all -> SigningPeriod.signing(all, now));
    }

    private Uni<List<SigningKey>> known(Instant now) {
        Known last = known;
        return last.isValid(now)
                ? Uni.createFrom().item(last.keys())
                : Uni.createFrom().completionStage(() -> read(now).copy()).emitOn(CurrentContext.executor());
    }

    /**
     * Anybody can request the key set, so requests at once share a read, and cancelling one cancels only its copy. The next request
     * after a failure reads again.
     */
    private synchronized CompletableFuture<List<SigningKey>> read(Instant now) {
        if (reading.isDone()) {
            reading = keys.apply(now)
                    .invoke(found -> known = new Known(found, now, now.plus(found.isEmpty() ? TTL_WITHOUT_KEYS : TTL)))
                    .subscribeAsCompletionStage();
        }
        return reading;
    }
}

package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The keys that sign tokens, as far as this replica knows: up to {@link #TTL} late. */
@ApplicationScoped
class SigningKeys {
    /** How long a replica uses what it has read. */
    static final Duration TTL = Duration.ofSeconds(20);

    /** How long if it found none, so that the first key works soon. */
    private static final Duration TTL_OF_NONE = Duration.ofSeconds(1);

    private final SigningKeyRepository keys;
    private final Clock clock;
    private volatile Known known = new Known(List.of(), Instant.MIN, Instant.MIN);

    SigningKeys(SigningKeyRepository keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    private record Known(List<SigningKey> keys, Instant from, Instant until) {
        /** Not if the clock was set back, for nobody knows for how long then. */
        boolean isValid(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }

    /** The keys that receivers may find. */
    Uni<List<SigningKey>> published() {
        Instant now = clock.instant();
        return known(now)
                .map(all -> all.stream().filter(key -> key.isPublished(now)).toList());
    }

    /** The key that signs now: the newest of those that do; nothing if there is none. */
    Uni<Optional<SigningKey>> signing() {
        Instant now = clock.instant();
        return published()
                .map(all -> all.stream()
                        .filter(key -> !key.signsFrom().isAfter(now))
                        .findFirst());
    }

    private Uni<List<SigningKey>> known(Instant now) {
        Known last = known;
        return last.isValid(now)
                ? Uni.createFrom().item(last.keys())
                : keys.published(now)
                        .invoke(found -> known = new Known(found, now, now.plus(found.isEmpty() ? TTL_OF_NONE : TTL)));
    }
}

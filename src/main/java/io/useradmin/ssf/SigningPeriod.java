package io.useradmin.ssf;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a key is published, and when it signs. */
public interface SigningPeriod {
    /** The time from which the key signs; it is published earlier. */
    Instant signsFrom();

    /** The time until which the key is published; null for a key without a successor. */
    @Nullable Instant publishedUntil();

    /** Whether the published key set contains the key. */
    default boolean isPublished(Instant now) {
        Instant end = publishedUntil();
        return end == null || now.isBefore(end);
    }

    /** The key that signs now: the first published one of {@code keys}, the latest first, whose {@code signsFrom} has passed. */
    static <K extends SigningPeriod> Optional<K> signing(List<K> keys, Instant now) {
        return keys.stream()
                .filter(key -> key.isPublished(now) && !key.signsFrom().isAfter(now))
                .findFirst();
    }
}

package io.useradmin.shared;

import jakarta.inject.Singleton;
import java.time.Clock;

/**
 * Generates the identifiers that clients do not choose: version 7 UUIDs. They are ordered even within a millisecond, so that
 * entries keep their order.
 */
@Singleton
public class Ids {
    private final Clock clock;
    private final TimeOrderedUuids uuids = new TimeOrderedUuids();

    public Ids(Clock clock) {
        this.clock = clock;
    }

    /** A new identifier. */
    public String next() {
        return uuids.construct(clock.millis()).toString();
    }
}

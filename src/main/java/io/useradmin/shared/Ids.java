package io.useradmin.shared;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/**
 * Creates the identifiers that clients do not choose: UUIDs of version 7. Each sorts after the one before, also within a
 * millisecond, so that entries keep their order.
 */
@ApplicationScoped
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

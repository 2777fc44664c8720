package io.useradmin.shared;

import jakarta.inject.Singleton;
import java.time.Clock;

/** Makes the identifiers that callers do not bring, by the clock of the service. */
@Singleton
public class Ids {
    private final Clock clock;

    public Ids(Clock clock) {
        this.clock = clock;
    }

    /** A new identifier. */
    public String next() {
        return TimeOrderedId.make(clock.instant()).toString();
    }
}

package io.useradmin.shared;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/**
 * Makes the identifiers that clients do not bring: UUIDs of version 7, by the clock of the service. Each sorts after the one before,
 * also within a millisecond, so that a list keeps the order in which its entries came.
 */
@ApplicationScoped
public class Ids {
    private final Clock clock;
    private final TimeBasedEpochGenerator generator = new TimeBasedEpochGenerator(null);

    public Ids(Clock clock) {
        this.clock = clock;
    }

    /** A new identifier. */
    public String next() {
        return generator.construct(clock.millis()).toString();
    }
}

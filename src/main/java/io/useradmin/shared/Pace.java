package io.useradmin.shared;

import java.time.Duration;

/**
 * How a bulk action leaves the processors to others: after each batch it rests for a multiple of the time that the batch took. A slow or busy
 * PostgreSQL gets longer rests.
 */
public final class Pace {
    private static final int RESTS = 3;

    /** A batch that waited for a lock took none of the processor's time, and a call must end in time. */
    private static final Duration LONGEST = Duration.ofMillis(100);

    private Pace() {}

    /**
     * How long to rest after a batch.
     *
     * @param batch how long that took
     */
    public static Duration restAfter(Duration batch) {
        Duration rest = batch.multipliedBy(RESTS);
        return rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
    }
}

package io.useradmin.shared;

import java.time.Duration;

/**
 * How long a bulk action pauses after each batch, to leave CPU for others: a multiple of the time that the batch took. So a slow
 * or busy PostgreSQL gets longer pauses.
 */
public final class BatchPause {
    private static final int RESTS = 4;

    /** The longest pause: a batch that only waited for a lock used no CPU, and a call must end in time. */
    private static final Duration LONGEST = Duration.ofMillis(100);

    private BatchPause() {}

    /**
     * The length of the pause after a batch.
     *
     * @param batch the time that the batch took
     */
    public static Duration after(Duration batch) {
        Duration rest = batch.multipliedBy(RESTS);
        return rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
    }
}

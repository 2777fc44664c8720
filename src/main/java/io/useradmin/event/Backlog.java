package io.useradmin.event;

/**
 * How many events the readers do not have yet, how old they are, and how old the rows are that a purge should delete.
 *
 * @param heldBack events that are committed but not yet in the feed, because an older transaction is still open; counted up to
 *     {@link BacklogRepository#MOST_COUNTED}, like all numbers here
 * @param heldBackSeconds the age of the oldest of them; 0 if there is none
 * @param undelivered events that "useradmin deliver" has yet to deliver, over all its targets
 * @param undeliveredSeconds the age of the oldest of them; 0 if there is none
 * @param oldestSeconds the age of the oldest stored event; 0 if there is none
 * @param oldestResponseSeconds the age of the oldest response that is stored for an Idempotency-Key; 0 if there is none
 */
record Backlog(
        double heldBack,
        double heldBackSeconds,
        double undelivered,
        double undeliveredSeconds,
        double oldestSeconds,
        double oldestResponseSeconds) {
    /** The database did not respond. */
    static final Backlog UNKNOWN = new Backlog(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}

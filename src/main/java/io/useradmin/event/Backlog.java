package io.useradmin.event;

/**
 * How far the readers of the feed are behind what is committed.
 *
 * @param heldBack events that are committed and not in the feed yet, because an older transaction is still open; counted up to
 *     {@link BacklogRepository#MOST_COUNTED}, as all numbers here
 * @param heldBackSeconds the age of the oldest of them; 0 if there is none
 * @param undelivered events that "useradmin deliver" has yet to deliver, over all its targets
 * @param undeliveredSeconds the age of the oldest of them; 0 if there is none
 * @param oldestSeconds the age of the oldest event that is kept; 0 if there is none
 */
record Backlog(
        double heldBack, double heldBackSeconds, double undelivered, double undeliveredSeconds, double oldestSeconds) {
    /** The database did not say. */
    static final Backlog UNKNOWN = new Backlog(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}

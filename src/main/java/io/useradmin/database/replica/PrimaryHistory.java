package io.useradmin.database.replica;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Where the primary was, and when. It measures how old the data of a replica may be: the replica has everything that the primary had at a time
 * if it has replayed the position that the primary had reached then. The commit times in the log do not tell this, because an idle primary
 * writes none. All times are from {@link System#nanoTime()}.
 */
final class PrimaryHistory {
    private final long keptNanos;
    private final Deque<Sample> samples = new ArrayDeque<>();

    PrimaryHistory(long keptNanos) {
        this.keptNanos = keptNanos;
    }

    private record Sample(long askedAt, WalPosition position) {}

    /** Notes where the primary was. Positions of another history than before replace all earlier ones. */
    synchronized void add(long askedAt, WalPosition position) {
        if (!samples.isEmpty() && !samples.getLast().position().isComparable(position)) {
            samples.clear();
        }
        while (!samples.isEmpty() && askedAt - samples.getFirst().askedAt() > keptNanos) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(askedAt, position));
    }

    /** The latest time of which a replica at {@code replayed} has everything; empty if it lags more than is kept. */
    synchronized Optional<Long> coveredAt(WalPosition replayed) {
        var newestFirst = samples.descendingIterator();
        while (newestFirst.hasNext()) {
            Sample sample = newestFirst.next();
            if (replayed.covers(sample.position())) {
                return Optional.of(sample.askedAt());
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a replica is no replica of this primary: it has replayed what the primary, asked later, does not have, or has another history. A
     * server can have such data after a fail-over that left two primaries.
     */
    synchronized boolean isForeign(WalPosition replayed, long receivedAt) {
        return !samples.isEmpty() && isForeign(replayed, receivedAt, samples.getLast());
    }

    private static boolean isForeign(WalPosition replayed, long receivedAt, Sample newest) {
        return !replayed.isComparable(newest.position())
                || (newest.askedAt() - receivedAt >= 0 && !newest.position().covers(replayed));
    }
}

package io.useradmin.database.replica;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The recent WAL positions of the primary, with their times. They measure the lag of a replica: if the replica has replayed a
 * position that the primary had at some time, it has all data of that time. The commit times in the WAL would not work, because
 * an idle primary writes none. All times are from {@link System#nanoTime()}.
 */
final class PrimaryHistory {
    private final long keptNanos;
    private final Deque<Sample> samples = new ArrayDeque<>();

    PrimaryHistory(long keptNanos) {
        this.keptNanos = keptNanos;
    }

    private record Sample(long askedAt, WalPosition position) {}

    /** Adds a position of the primary. If it has another history, it replaces all earlier ones. */
    synchronized void add(long askedAt, WalPosition position) {
        if (!samples.isEmpty() && !samples.getLast().position().isComparable(position)) {
            samples.clear();
        }
        while (!samples.isEmpty() && askedAt - samples.getFirst().askedAt() > keptNanos) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(askedAt, position));
    }

    /** The latest time up to which a replica at {@code replayed} has all data; empty if it lags more than the stored history. */
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
     * Whether the server does not replicate this primary: it has another history, or it has replayed more than the primary had at
     * a later time. This happens after a failover that left two primaries.
     */
    synchronized boolean isForeign(WalPosition replayed, long receivedAt) {
        return !samples.isEmpty() && isForeign(replayed, receivedAt, samples.getLast());
    }

    private static boolean isForeign(WalPosition replayed, long receivedAt, Sample newest) {
        return !replayed.isComparable(newest.position())
                || (newest.askedAt() - receivedAt >= 0 && !newest.position().covers(replayed));
    }
}

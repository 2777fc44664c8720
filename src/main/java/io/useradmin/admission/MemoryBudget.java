package io.useradmin.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * Limits the bytes that transfers hold: request bodies until their operation has ended, and responses until the network has taken
 * them. A transfer that would exceed the limit waits. The smallest goes first, and the largest is refused when too many wait, so
 * that ordinary requests pass those that fill the memory. A transfer that is slow because of the other side is ended when
 * others need its memory.
 */
final class MemoryBudget {
    private final long limit;
    private final int maxWaiting;
    /** The smallest first, then the oldest. */
    private final NavigableSet<Reservation> waiting =
            new TreeSet<>(Comparator.<Reservation>comparingLong(reservation -> reservation.bytes)
                    .thenComparingLong(reservation -> reservation.number));
    /** Those that depend on the other side, the oldest first. */
    private final SequencedSet<Reservation> transferring = new LinkedHashSet<>();

    private long held;
    private long count;

    /**
     * Begins with nothing.
     *
     * @param limit the most bytes that are held, and more only for a single transfer that is larger by itself
     * @param maxWaiting the most transfers that wait
     */
    MemoryBudget(long limit, int maxWaiting) {
        this.limit = limit;
        this.maxWaiting = maxWaiting;
    }

    /** The bytes that are held. */
    synchronized long held() {
        return held;
    }

    /** How many transfers wait. */
    synchronized int queued() {
        return waiting.size();
    }

    /** Ends transfers that began before {@code time}, the oldest first, until those that wait have enough. */
    void reclaim(long time) {
        overdue(time).forEach(reservation -> reservation.abort.run());
    }

    private synchronized List<Reservation> overdue(long time) {
        long missing = held - limit;
        for (Reservation reservation : waiting) {
            missing += reservation.bytes;
        }
        List<Reservation> overdue = new ArrayList<>();
        while (missing > 0 && !transferring.isEmpty() && transferring.getFirst().since - time < 0) {
            Reservation oldest = transferring.removeFirst();
            missing -= oldest.bytes;
            overdue.add(oldest);
        }
        return overdue;
    }

    private synchronized boolean acquire(Reservation reservation) {
        reservation.number = count++;
        if (reservation.state == State.NEW && fits(reservation)) {
            grant(reservation);
        } else if (reservation.state == State.NEW) {
            waiting.add(reservation);
        }
        return reservation.state == State.GRANTED;
    }

    /** The largest transfer, if more wait than may. */
    private synchronized Optional<Reservation> refused() {
        if (waiting.size() <= maxWaiting) {
            return Optional.empty();
        }
        Reservation largest = waiting.removeLast();
        largest.state = State.RELEASED;
        return Optional.of(largest);
    }

    /** What waits does not hold up what is smaller. */
    private boolean fits(Reservation reservation) {
        return held == 0 || held + reservation.bytes <= limit;
    }

    private void grant(Reservation reservation) {
        reservation.state = State.GRANTED;
        held += reservation.bytes;
    }

    private synchronized List<Reservation> resize(Reservation reservation, long bytes) {
        if (reservation.state == State.GRANTED) {
            held += bytes - reservation.bytes;
            reservation.bytes = bytes;
        }
        return grantWaiting();
    }

    private synchronized void hold(Reservation reservation) {
        if (reservation.state == State.NEW) {
            grant(reservation);
        }
    }

    private synchronized List<Reservation> release(Reservation reservation) {
        if (reservation.state == State.GRANTED) {
            held -= reservation.bytes;
        }
        reservation.state = State.RELEASED;
        waiting.remove(reservation);
        transferring.remove(reservation);
        return grantWaiting();
    }

    private List<Reservation> grantWaiting() {
        List<Reservation> granted = new ArrayList<>();
        while (!waiting.isEmpty() && fits(waiting.getFirst())) {
            Reservation next = waiting.removeFirst();
            grant(next);
            granted.add(next);
        }
        return granted;
    }

    private synchronized void dependOnOtherSide(Reservation reservation, boolean depends) {
        if (depends && reservation.state == State.GRANTED) {
            transferring.addLast(reservation);
        } else {
            transferring.remove(reservation);
        }
    }

    private enum State {
        NEW,
        GRANTED,
        RELEASED
    }

    /** The memory of one transfer. */
    final class Reservation {
        private final Runnable whenGranted;
        private final Runnable whenRefused;
        private State state = State.NEW;
        private long bytes;
        private long number;
        private long since;
        private Runnable abort = () -> {};

        /** One of the two runs if the transfer has to wait, on the thread of whoever causes it. */
        Reservation(long bytes, Runnable whenGranted, Runnable whenRefused) {
            this.bytes = bytes;
            this.whenGranted = whenGranted;
            this.whenRefused = whenRefused;
        }

        /** Memory for a transfer that does not wait. */
        Reservation(long bytes) {
            this(bytes, () -> {}, () -> {});
        }

        /** Whether there is memory for the transfer. Otherwise it waits. Call it once. */
        boolean acquire() {
            boolean granted = MemoryBudget.this.acquire(this);
            refused().ifPresent(largest -> largest.whenRefused.run());
            return granted;
        }

        /** Holds memory that is taken already: without waiting, and beyond the limit if need be. */
        void hold() {
            MemoryBudget.this.hold(this);
        }

        /** Holds {@code size} bytes from now on, without waiting if that is more than before. */
        void resize(long size) {
            run(MemoryBudget.this.resize(this, size));
        }

        /** How long the memory is held depends on the other side from now on. {@code abort} ends that, and the transfer. */
        void beginTransfer(long now, Runnable abort) {
            this.since = now;
            this.abort = abort;
            dependOnOtherSide(this, true);
        }

        /** The other side has sent or taken everything. */
        void endTransfer() {
            dependOnOtherSide(this, false);
        }

        /** Lets others have the memory, or stops waiting for it. Only the first call has an effect. */
        void release() {
            run(MemoryBudget.this.release(this));
        }

        private static void run(List<Reservation> granted) {
            granted.forEach(next -> next.whenGranted.run());
        }
    }
}

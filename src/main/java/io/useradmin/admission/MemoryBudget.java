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
 * Limits the bytes that transfers hold: request bodies until their operation has ended, and responses until the network has
 * accepted them. A transfer that would exceed the limit waits. The smallest goes first, and if too many wait, the largest is
 * refused. So small requests overtake large ones. If a client is slow and others need its memory, its transfer is ended.
 */
final class MemoryBudget {
    /**
     * A transfer may grow beyond the limit if all others together hold at most the limit divided by this. They are never at zero
     * for long, because small responses are always under way.
     */
    private static final int OTHERS_DIVISOR = 4;

    private final long limit;
    private final int maxWaiting;
    /** The smallest first, then the oldest. */
    private final NavigableSet<Reservation> waiting =
            new TreeSet<>(Comparator.<Reservation>comparingLong(reservation -> reservation.bytes)
                    .thenComparingLong(reservation -> reservation.number));
    /** Transfers that wait for the client, the oldest first. */
    private final SequencedSet<Reservation> transferring = new LinkedHashSet<>();

    private long held;
    private long count;
    /** The largest size that was refused to a growing transfer since the last reclaim. It will be repeated from its beginning. */
    private long refusedBytes;

    /**
     * Starts with no bytes held.
     *
     * @param limit the largest number of held bytes; only a single larger transfer may exceed it
     * @param maxWaiting the largest number of waiting transfers
     */
    MemoryBudget(long limit, int maxWaiting) {
        this.limit = limit;
        this.maxWaiting = maxWaiting;
    }

    synchronized long held() {
        return held;
    }

    synchronized int queued() {
        return waiting.size();
    }

    /** Memory for a transfer of {@code bytes}, which is not acquired yet. */
    Reservation reservation(long bytes, MemoryWaiter waiter) {
        return new Reservation(bytes, waiter);
    }

    /** The same for a transfer that does not wait. */
    Reservation reservation(long bytes) {
        return new Reservation(bytes, MemoryWaiter.NONE);
    }

    /** Ends transfers that started before {@code time}, the oldest first, until there is enough memory for the waiting and the refused ones. */
    void reclaim(long time) {
        overdue(time).forEach(reservation -> reservation.abort.run());
    }

    private synchronized List<Reservation> overdue(long time) {
        long missing = held - limit + refusedBytes;
        refusedBytes = 0;
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
        // Not 0, which is the number of those that never asked: the queue takes the same size and number for the same
        // reservation.
        reservation.number = ++count;
        if (reservation.state == State.NEW && fits(reservation)) {
            grant(reservation);
        } else if (reservation.state == State.NEW) {
            waiting.add(reservation);
        }
        return reservation.state == State.GRANTED;
    }

    /** Removes and returns the largest waiting transfer if too many wait. */
    private synchronized Optional<Reservation> refused() {
        if (waiting.size() <= maxWaiting) {
            return Optional.empty();
        }
        Reservation largest = waiting.removeLast();
        largest.state = State.RELEASED;
        return Optional.of(largest);
    }

    /** A waiting transfer does not block a smaller one. */
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

    private synchronized boolean grow(Reservation reservation, long bytes) {
        long more = Math.max(0, bytes - reservation.bytes);
        boolean othersHoldMuch = held - reservation.bytes > limit / OTHERS_DIVISOR;
        boolean fits = more == 0 || !othersHoldMuch || held + more <= limit;
        if (reservation.state == State.GRANTED && fits) {
            reservation.bytes += more;
            held += more;
            return true;
        }
        refusedBytes = Math.max(refusedBytes, bytes);
        return false;
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

    private synchronized void addTransfer(Reservation reservation) {
        if (reservation.state == State.GRANTED) {
            transferring.addLast(reservation);
        }
    }

    private synchronized void removeTransfer(Reservation reservation) {
        transferring.remove(reservation);
    }

    private enum State {
        NEW,
        GRANTED,
        RELEASED
    }

    /** The memory of one transfer. */
    final class Reservation {
        private final MemoryWaiter waiter;
        private State state = State.NEW;
        private long bytes;
        private long number;
        private long since;
        private Runnable abort = () -> {};

        private Reservation(long bytes, MemoryWaiter waiter) {
            this.bytes = bytes;
            this.waiter = waiter;
        }

        /** Returns whether there is memory for the transfer. Otherwise it waits. Call this once. */
        boolean acquire() {
            boolean granted = MemoryBudget.this.acquire(this);
            refused().ifPresent(largest -> largest.waiter.refused());
            return granted;
        }

        /** Holds memory that is already in use: does not wait, and may exceed the limit. */
        void hold() {
            MemoryBudget.this.hold(this);
        }

        /** Changes the size to {@code size} bytes. Does not wait, even if that is more than before. */
        void resize(long size) {
            run(MemoryBudget.this.resize(this, size));
        }

        /**
         * Makes the size at least {@code size} bytes. Returns whether there is memory for that, and false after the release. Does
         * not wait.
         */
        boolean grow(long size) {
            return MemoryBudget.this.grow(this, size);
        }

        /** From now on, the client decides how long the memory is held. {@code abort} ends the transfer. */
        void beginTransfer(long now, Runnable abort) {
            this.since = now;
            this.abort = abort;
            addTransfer(this);
        }

        /** The client has sent or received everything. */
        void endTransfer() {
            removeTransfer(this);
        }

        /** Releases the memory, or stops waiting for it. Another call changes nothing. */
        void release() {
            waiter.released();
            run(MemoryBudget.this.release(this));
        }

        private static void run(List<Reservation> granted) {
            granted.forEach(next -> next.waiter.granted());
        }
    }
}

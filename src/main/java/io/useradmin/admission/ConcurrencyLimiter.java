package io.useradmin.admission;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Limits how many operations run at the same time. The others wait in a FIFO queue. */
final class ConcurrencyLimiter {
    private final int limit;
    private final Queue<Permit> waiting = new ArrayDeque<>();
    private int running;

    ConcurrencyLimiter(int limit) {
        this.limit = limit;
    }

    synchronized int running() {
        return running;
    }

    synchronized int queued() {
        return waiting.size();
    }

    /**
     * A permit that is not acquired yet.
     *
     * @param whenGranted runs only if the operation has to wait, on the thread that releases the previous permit
     */
    Permit permit(Runnable whenGranted) {
        return new Permit(whenGranted);
    }

    private synchronized boolean acquire(Permit permit) {
        if (permit.state == State.NEW && running < limit) {
            running++;
            permit.state = State.GRANTED;
        } else if (permit.state == State.NEW) {
            waiting.add(permit);
            permit.state = State.WAITING;
        }
        return permit.state == State.GRANTED;
    }

    private synchronized boolean cancel(Permit permit) {
        boolean cancelled = permit.state == State.NEW || waiting.remove(permit);
        if (cancelled) {
            permit.state = State.RELEASED;
        }
        return cancelled;
    }

    /** Takes {@code permit} back and returns the permit that has waited longest, which is now granted. */
    private synchronized Optional<Permit> passOn(Permit permit) {
        if (permit.state == State.WAITING) {
            cancel(permit);
        }
        if (permit.state != State.GRANTED) {
            return Optional.empty();
        }
        permit.state = State.RELEASED;
        Optional<Permit> next = Optional.ofNullable(waiting.poll());
        next.ifPresentOrElse(granted -> granted.state = State.GRANTED, () -> running--);
        return next;
    }

    private enum State {
        NEW,
        WAITING,
        GRANTED,
        RELEASED
    }

    /** The right of one operation to run. */
    final class Permit {
        private final Runnable whenGranted;
        private State state = State.NEW;

        private Permit(Runnable whenGranted) {
            this.whenGranted = whenGranted;
        }

        /** Returns whether the operation may run at once. Otherwise it waits. Call this once. */
        boolean acquire() {
            return ConcurrencyLimiter.this.acquire(this);
        }

        /** Stops waiting. Returns true if the permit was not granted yet; then it never will be granted. */
        boolean cancel() {
            return ConcurrencyLimiter.this.cancel(this);
        }

        /** Returns the permit, so that the next operation can run, or stops waiting for it. Only the first call has an effect. */
        void release() {
            passOn(this).ifPresent(next -> next.whenGranted.run());
        }
    }
}

package io.useradmin.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When to send a refusal: at once while there are few. A client that is refused at once and returns at once is refused again and
 * again; many of them would take the processor time of the others. So refusals are spread over time, and each connection has to
 * wait for its own.
 */
final class RefusalPace {
    /** The interval on one processor. At this interval, refusals take about a twentieth of it (ADR 11). */
    static final long INTERVAL_NANOS = 400_000;
    /**
     * Refusals that are due within this time are sent at once. Later ones are sent at multiples of it, because a wake-up for each
     * would cost more.
     */
    static final long TICK_NANOS = 25_000_000;
    /** Waiting refusals take memory: above this number, refusals are sent at once again. */
    static final long LONGEST_NANOS = 1_000_000_000;

    private final long interval;
    private final AtomicLong next;

    /**
     * @param processors the number of processors that send refusals
     * @param now the time, like all times here, of a clock such as {@link System#nanoTime()}
     */
    RefusalPace(int processors, long now) {
        this.interval = INTERVAL_NANOS / processors;
        this.next = new AtomicLong(now);
    }

    /** The number of nanoseconds that a refusal at {@code now} has to wait. */
    long delay(long now) {
        long due = next.getAndUpdate(previous -> following(previous, now));
        boolean atOnce = due - now <= TICK_NANOS || due - now > LONGEST_NANOS;
        return atOnce ? 0 : due - now + TICK_NANOS - Math.floorMod(due, TICK_NANOS);
    }

    private long following(long due, long now) {
        return due - now > LONGEST_NANOS ? due : now + Math.max(due - now, 0) + interval;
    }
}

package io.useradmin.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Spreads refusals over time if there are many (pacing). Some clients retry as soon as they are refused, and many of them would
 * use up the CPU. So a refusal is sent at once while refusals are few. Otherwise it is delayed, and its connection waits.
 */
final class RefusalPace {
    /** The interval between refusals on one processor. ADR 11 compares the throughput at other intervals. */
    static final long INTERVAL_NANOS = 1_000_000;
    /**
     * Refusals that are due within this time are sent at once. Later ones are sent at multiples of it, because a timer for each
     * would cost more.
     */
    static final long TICK_NANOS = 25_000_000;
    /** If a refusal would have to wait longer than this, it is sent at once, because waiting refusals use memory. */
    static final long LONGEST_NANOS = 2_000_000_000;

    private final long interval;
    private final AtomicLong next;

    /**
     * @param processors the number of processors that send refusals
     * @param now the time of a clock such as {@link System#nanoTime()}, like all times here
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

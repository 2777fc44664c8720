package io.useradmin.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When a refusal is to be sent: at once while there are few. A caller who is refused at once and comes back at once is refused
 * again and again, so that very many would take from those who are served what they need; hence they are spaced out, and
 * each connection has to wait for its own.
 */
final class RefusalPace {
    /** On one processor; so far apart, refusals take about a twentieth of it (docs/performance.md). */
    static final long INTERVAL_NANOS = 400_000;
    /** What is due within this is sent at once. What waits is sent at its multiples: to wake up for each would cost more. */
    static final long TICK_NANOS = 25_000_000;
    /** What waits takes memory: beyond this, refusals are sent at once again. */
    static final long LONGEST_NANOS = 1_000_000_000;

    private final long interval;
    private final AtomicLong next;

    /**
     * @param processors among which refusals are spread
     * @param now as all times, of a clock whose beginning means nothing, such as {@link System#nanoTime()}
     */
    RefusalPace(int processors, long now) {
        this.interval = INTERVAL_NANOS / processors;
        this.next = new AtomicLong(now);
    }

    /** How many nanoseconds a refusal of {@code now} is to wait. */
    long delay(long now) {
        long due = next.getAndUpdate(previous -> following(previous, now));
        boolean atOnce = due - now <= TICK_NANOS || due - now > LONGEST_NANOS;
        return atOnce ? 0 : due - now + TICK_NANOS - Math.floorMod(due, TICK_NANOS);
    }

    private long following(long due, long now) {
        return due - now > LONGEST_NANOS ? due : now + Math.max(due - now, 0) + interval;
    }
}

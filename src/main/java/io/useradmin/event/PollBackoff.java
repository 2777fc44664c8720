package io.useradmin.event;

import java.time.Duration;

/**
 * When to read a tail again after failures: after one poll interval, and twice as late after each further failure, up to
 * {@link #LONGEST} or one interval.
 */
final class PollBackoff {
    static final Duration LONGEST = Duration.ofSeconds(10);

    private final long interval;
    private long wait;
    private long dueAt;

    PollBackoff(Duration interval) {
        this.interval = interval.toNanos();
    }

    boolean hasFailed() {
        return wait > 0;
    }

    /** Whether the wait is over at {@code now}, a value of {@link System#nanoTime}. */
    boolean isDue(long now) {
        return !hasFailed() || now - dueAt >= 0;
    }

    void succeeded() {
        wait = 0;
    }

    void failed(long now) {
        wait = Math.max(interval, Math.min(2 * wait, LONGEST.toNanos()));
        dueAt = now + wait;
    }
}

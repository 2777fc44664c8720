package io.useradmin.admission;

import java.time.Duration;

/** When the network has last accepted something of what a stream writes. All times are from {@link System#nanoTime()}. */
final class WriteProgress {
    private int running;
    private long progressAt;

    void begin(long now) {
        if (running == 0) {
            // While nothing was to be written, the client was not slow.
            progressAt = now;
        }
        running++;
    }

    void complete(long now) {
        running--;
        progressAt = now;
    }

    /** Whether everything is written. */
    boolean isIdle() {
        return running == 0;
    }

    /** Whether a write has waited for longer than {@code limit} since the last progress. */
    boolean isStalled(long now, Duration limit) {
        return !isIdle() && now - progressAt > limit.toNanos();
    }
}

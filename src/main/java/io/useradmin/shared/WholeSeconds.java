package io.useradmin.shared;

import java.time.Duration;

/** Durations in headers, which are whole seconds. */
public final class WholeSeconds {
    private WholeSeconds() {}

    /** Rounds up: after the result, {@code duration} is over. */
    public static long roundedUp(Duration duration) {
        return duration.plusSeconds(1).minusNanos(1).toSeconds();
    }
}

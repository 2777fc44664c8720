package io.useradmin.operator.deliver;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The intervals and timeouts of a delivery.
 *
 * @param poll the time between checks for new events
 * @param firstRetry the time before the first retry of an event; each later retry waits twice as long (exponential backoff)
 * @param longestRetry the longest time between retries
 * @param giveUp how long an event is retried after its first failure
 * @param connect the timeout for a connection
 * @param response the timeout for a complete response, together with the unused part of {@code connect}
 */
public record DeliveryTiming(
        Duration poll,
        Duration firstRetry,
        Duration longestRetry,
        Duration giveUp,
        Duration connect,
        Duration response) {
    /** The values of the command. Receivers get 15 s, as Standard Webhooks recommends. */
    public static final DeliveryTiming DEFAULT = new DeliveryTiming(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofDays(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15));

    private static final int MOST_DOUBLINGS = 20;

    /**
     * The time to wait after some failures. Half of it is random (jitter), so that clients that failed together do not retry
     * together.
     *
     * @param asked how long the receiver asks to wait; no more than {@code longestRetry} counts
     */
    Duration retry(int failures, Duration asked, RandomGenerator random) {
        Duration doubled = firstRetry.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        long longest = shorter(doubled, longestRetry).toMillis();
        Duration pause = Duration.ofMillis(longest / 2 + random.nextLong(longest / 2 + 1));
        return Collections.max(List.of(pause, shorter(asked, longestRetry)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return Collections.min(List.of(one, other));
    }
}

package io.useradmin.operator.deliver;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a delivery waits for what.
 *
 * @param poll before it looks for new events again
 * @param firstRetry before the second attempt to deliver an event; the next ones wait twice as long each
 * @param longestRetry the most that an attempt waits
 * @param giveUp how long an event is tried, from its first failure
 * @param connect until a connection must be there
 * @param response until a response must be complete
 */
public record Pace(
        Duration poll,
        Duration firstRetry,
        Duration longestRetry,
        Duration giveUp,
        Duration connect,
        Duration response) {
    /** What the command uses. Receivers get 15 s, as Standard Webhooks recommend. */
    public static final Pace DEFAULT = new Pace(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofDays(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15));

    private static final int MOST_DOUBLINGS = 20;

    /** How long to wait after some failures: half of it by chance, so that those who failed together do not return together. */
    Duration retry(int failures, RandomGenerator random) {
        Duration doubled = firstRetry.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        long longest = (doubled.compareTo(longestRetry) < 0 ? doubled : longestRetry).toMillis();
        return Duration.ofMillis(longest / 2 + random.nextLong(longest / 2 + 1));
    }
}

package io.useradmin.apikey;

import io.useradmin.shared.Columns;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit of a key, for each replica.
 *
 * @param requests how many requests per {@code unit}, from 1 to {@value #MOST}
 * @param unit the time unit of the rate
 * @param burst how many requests at once after a pause, from 1 to {@value #MOST}
 */
public record RateLimit(int requests, Unit unit, int burst) {
    /** The largest rate, and the largest burst. */
    public static final int MOST = 1_000_000;

    /** The form of a rate as a regular expression. */
    public static final String PATTERN = "([1-9][0-9]{0,6})/(s|min|h)";

    /** The rule in words. */
    public static final String RULE = "must be a number from 1 to 1000000, and /s, /min or /h, such as 100/s";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    /** The time unit of a rate. */
    public enum Unit {
        SECOND("s", 1),
        MINUTE("min", 60),
        HOUR("h", 3600);

        private final String text;
        private final int seconds;

        Unit(String text, int seconds) {
            this.text = text;
            this.seconds = seconds;
        }

        public int seconds() {
            return seconds;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public RateLimit {
        if (requests < 1 || requests > MOST || burst < 1 || burst > MOST) {
            throw new IllegalArgumentException("out of bounds: " + requests + "/" + unit + ", burst " + burst);
        }
    }

    /** Parses a rate. The burst is the same number; empty if malformed. */
    public static Optional<RateLimit> parse(String rate) {
        Matcher form = FORM.matcher(rate);
        if (!form.matches()) {
            return Optional.empty();
        }
        int requests = Integer.parseInt(form.group(1));
        return Arrays.stream(Unit.values())
                .filter(unit -> unit.text.equals(form.group(2)) && requests <= MOST)
                .map(unit -> new RateLimit(requests, unit, requests))
                .findFirst();
    }

    /** The limit in a row of {@code api_keys}; null if there is none. */
    static @Nullable RateLimit read(Columns columns) {
        return stored(
                columns.get("rate_requests", Integer.class),
                columns.get("rate_seconds", Integer.class),
                columns.get("rate_burst", Integer.class));
    }

    /** The limit from the values of its three columns; null if there is none. */
    public static @Nullable RateLimit stored(
            @Nullable Integer requests, @Nullable Integer seconds, @Nullable Integer burst) {
        if (requests == null || seconds == null || burst == null) {
            return null;
        }
        return Arrays.stream(Unit.values())
                .filter(unit -> unit.seconds == seconds)
                .map(unit -> new RateLimit(requests, unit, burst))
                .findFirst()
                .orElseThrow();
    }

    /** The same rate with another burst. */
    public RateLimit withBurst(int other) {
        return new RateLimit(requests, unit, other);
    }

    /** The rate as text, such as 100/s. */
    public String rate() {
        return requests + "/" + unit;
    }

    /** Whether both rate and burst are at least those of {@code other}. */
    public boolean allows(RateLimit other) {
        return (long) other.requests * unit.seconds <= (long) requests * other.unit.seconds && other.burst <= burst;
    }

    /** How long a key must pause until it has its full burst again, in whole seconds, at least one. */
    public Duration recovery() {
        return Duration.ofSeconds(Math.ceilDiv((long) burst * unit.seconds, (long) requests));
    }

    @Override
    public String toString() {
        return rate() + " burst " + burst;
    }
}

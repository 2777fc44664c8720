package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.apikey.RateLimit.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of rate limits, and which limit allows another. */
class RateLimitTest {
    private static final int CASES = 20_000;
    private static final List<String> ALPHABET =
            List.of("0", "1", "9", "/", "s", "min", "h", "S", " ", "-", "+", ".", "\n", "e", "\u0661", "\uff11", "m");

    private final Random random = new Random(18);

    @Test
    void everyLimitParsesItsOwnFormat() {
        for (int number = 0; number < CASES; number++) {
            RateLimit limit = any();
            assertThat(RateLimit.parse(limit.rate()).orElseThrow().withBurst(limit.burst()))
                    .isEqualTo(limit);
            assertThat(RateLimit.stored(limit.requests(), limit.unit().seconds(), limit.burst()))
                    .isEqualTo(limit);
        }
    }

    /** A parsed rate has exactly the text that was parsed. So each rate has only one text form. */
    @Test
    void nothingElseIsARate() {
        int read = 0;
        for (int number = 0; number < CASES; number++) {
            String text = anyText();
            var limit = RateLimit.parse(text);
            limit.ifPresent(parsed -> assertThat(parsed.rate()).isEqualTo(text));
            read += limit.isPresent() ? 1 : 0;
        }
        assertThat(read).as("rates among the texts").isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "100",
                "100/",
                "/s",
                "0/s",
                "-1/s",
                "+1/s",
                "01/s",
                "1.5/s",
                "1e3/s",
                "100/S",
                "100/sec",
                "100/m",
                "100/min ",
                " 100/s",
                "100/s\n",
                "100 /s",
                "100/s/s",
                "1000001/s",
                "9999999/s",
                "10000000/s",
                "99999999999999999999/s",
                "\u0661/s",
                "\uff11/s",
                "100/d",
                "NaN/s",
                "100//s"
            })
    void otherTextsAreNoRates(String text) {
        assertThat(RateLimit.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1/s, 1, SECOND", "1000000/s, 1000000, SECOND", "6000/min, 6000, MINUTE", "7/h, 7, HOUR"})
    void theDefaultBurstIsTheNumberOfRequests(String text, int requests, Unit unit) {
        assertThat(RateLimit.parse(text)).contains(new RateLimit(requests, unit, requests));
        assertThat(new RateLimit(requests, unit, 5)).hasToString(text + " burst 5");
    }

    @Test
    void outOfBoundsIsNoLimit() {
        for (int outside : new int[] {0, -1, RateLimit.MOST + 1}) {
            assertThatThrownBy(() -> new RateLimit(outside, Unit.SECOND, 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new RateLimit(1, Unit.SECOND, outside))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(RateLimit.stored(null, null, null)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "60/min, 1, 1/s, 1, true",
        "1/s, 1, 60/min, 1, true",
        "60/min, 1, 3600/h, 1, true",
        "60/min, 1, 3601/h, 1, false",
        "59/min, 1, 1/s, 1, false",
        "100/s, 200, 100/s, 200, true",
        "100/s, 200, 100/s, 201, false",
        "100/s, 200, 1/h, 201, false",
        "100/s, 200, 101/s, 1, false",
        "1000000/s, 1000000, 1000000/s, 1000000, true",
        "1000000/h, 1, 1000000/s, 1, false"
    })
    void allowsRatesThatAreNotHigher(String rate, int burst, String otherRate, int otherBurst, boolean allows) {
        assertThat(limit(rate, burst).allows(limit(otherRate, otherBurst))).isEqualTo(allows);
    }

    /** "Allows" is a partial order: it is transitive, and two limits that allow each other are equal in effect. */
    @Test
    void allowingIsAnOrder() {
        for (int number = 0; number < CASES; number++) {
            RateLimit a = any();
            RateLimit b = any();
            RateLimit c = any();
            assertThat(a.allows(a)).isTrue();
            if (a.allows(b) && b.allows(c)) {
                assertThat(a.allows(c)).isTrue();
            }
            double rateA = (double) a.requests() / a.unit().seconds();
            double rateB = (double) b.requests() / b.unit().seconds();
            if (a.allows(b)) {
                assertThat(rateB).isLessThanOrEqualTo(rateA);
                assertThat(b.burst()).isLessThanOrEqualTo(a.burst());
            } else {
                assertThat(rateB > rateA || b.burst() > a.burst()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"100/s, 200, 2", "100/s, 201, 3", "100/s, 1, 1", "60/min, 60, 60", "1/h, 1000000, 3600000000"})
    void recoversTheWholeBurstInWholeSeconds(String rate, int burst, long seconds) {
        assertThat(limit(rate, burst).recovery()).isEqualTo(Duration.ofSeconds(seconds));
    }

    private static RateLimit limit(String rate, int burst) {
        return RateLimit.parse(rate).orElseThrow().withBurst(burst);
    }

    private RateLimit any() {
        return new RateLimit(number(), Unit.values()[random.nextInt(Unit.values().length)], number());
    }

    /** A random number of any length, up to the maximum. */
    private int number() {
        return (int) Math.min(RateLimit.MOST, 1 + random.nextLong((long) Math.pow(10, random.nextInt(8))));
    }

    private String anyText() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(6); length >= 0; length--) {
            text.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
        }
        return text.toString();
    }
}

package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.KeyRates.Count;
import io.useradmin.apikey.RateLimit.Unit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Counts the requests of keys against their rate limits. */
class KeyRatesTest {
    private static final RateLimit LIMIT = new RateLimit(10, Unit.SECOND, 20);

    private final AtomicLong now = new AtomicLong();
    private final KeyRates rates = new KeyRates(now::get);

    @Test
    void allowsABurstThenTheRate() {
        for (int left = 19; left >= 0; left--) {
            Count count = rates.count("key", LIMIT);
            assertThat(count.isWithinLimit()).isTrue();
            assertThat(count.left()).isEqualTo(left);
        }
        Count refused = rates.count("key", LIMIT);
        assertThat(refused.isWithinLimit()).isFalse();
        assertThat(refused.left()).isZero();
        assertThat(refused.delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(refused.recovery()).isEqualTo(Duration.ofSeconds(2));

        advance(Duration.ofMillis(100));

        assertThat(rates.count("key", LIMIT).isWithinLimit()).isTrue();
        assertThat(rates.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    /** Bucket4j rounds the rest of a nanosecond down to no delay. */
    @Test
    void refusesARequestThatComesLessThanANanosecondTooEarly() {
        RateLimit thirds = new RateLimit(3, Unit.SECOND, 1);
        rates.count("key", thirds);
        advance(Duration.ofNanos(333_333_333));

        assertThat(rates.count("key", thirds).isWithinLimit()).isFalse();

        advance(Duration.ofNanos(1));
        assertThat(rates.count("key", thirds).isWithinLimit()).isTrue();
    }

    @Test
    void hasNoMoreThanTheBurstAfterAnyPause() {
        exhaust("key");
        advance(Duration.ofDays(1_000));

        for (int number = 0; number < LIMIT.burst(); number++) {
            assertThat(rates.count("key", LIMIT).isWithinLimit()).isTrue();
        }
        assertThat(rates.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    @Test
    void countsEachKeyByItself() {
        exhaust("key");

        assertThat(rates.count("another", LIMIT).left()).isEqualTo(19);
    }

    @Test
    void startsAgainWhenTheLimitChanges() {
        exhaust("key");

        assertThat(rates.count("key", LIMIT.withBurst(5)).left()).isEqualTo(4);
        assertThat(rates.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    /** Forgetting such a key loses nothing: it has its whole burst again. */
    @Test
    void forgetsAKeyWhenItHasRecoveredAndNotBefore() {
        RateLimit slow = new RateLimit(1, Unit.HOUR, 2);
        rates.count("slow", slow);
        rates.count("slow", slow);
        rates.count("key", LIMIT);
        assertThat(rates.keys()).isEqualTo(2);

        advance(Duration.ofMinutes(59));
        assertThat(rates.keys()).as("recovers within two hours").isEqualTo(1);
        assertThat(rates.count("slow", slow).isWithinLimit()).isFalse();

        advance(Duration.ofHours(2));
        assertThat(rates.keys()).isZero();
    }

    @Test
    void cachesALimitedNumberOfKeys() {
        for (int number = 0; number < KeyRates.MAX_KEYS * 2; number++) {
            rates.count("key-" + number, LIMIT);
        }

        assertThat(rates.keys()).isLessThanOrEqualTo(KeyRates.MAX_KEYS);
    }

    @Test
    void writesTheLimitAndItsRestAsStructuredFields() {
        assertThat(RateLimitFilter.policy(LIMIT)).isEqualTo("\"key\";q=20;w=2");
        assertThat(RateLimitFilter.rest(rates.count("key", LIMIT))).isEqualTo("\"key\";r=19;t=1");
        exhaust("key");
        assertThat(RateLimitFilter.rest(rates.count("key", LIMIT))).isEqualTo("\"key\";r=0;t=1");
    }

    /** With a full burst again after 100 hours, a client may go on after 6 minutes. */
    @Test
    void reportsTheTimeOfTheNextRequestIfNoneIsLeft() {
        RateLimit slow = new RateLimit(10, Unit.HOUR, 1_000);
        Count last = rates.count("slow", slow);
        while (last.left() > 0) {
            last = rates.count("slow", slow);
        }
        assertThat(last.isWithinLimit()).isTrue();
        assertThat(RateLimitFilter.rest(last)).isEqualTo("\"key\";r=0;t=360");

        advance(Duration.ofSeconds(360));

        assertThat(rates.count("slow", slow).isWithinLimit()).isTrue();
        assertThat(rates.count("slow", slow).isWithinLimit()).isFalse();
    }

    private void exhaust(String key) {
        while (rates.count(key, LIMIT).isWithinLimit()) {
            // Use up the limit.
        }
    }

    private void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}

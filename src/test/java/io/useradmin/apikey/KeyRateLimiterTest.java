package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.KeyRateLimiter.Count;
import io.useradmin.apikey.RateLimit.Unit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Counts the requests of keys against their rate limits. */
class KeyRateLimiterTest {
    private static final RateLimit LIMIT = new RateLimit(10, Unit.SECOND, 20);

    private final AtomicLong now = new AtomicLong();
    private final KeyRateLimiter limiter = new KeyRateLimiter(now::get);

    @Test
    void allowsABurstThenTheRate() {
        for (int left = 19; left >= 0; left--) {
            Count count = limiter.count("key", LIMIT);
            assertThat(count.isWithinLimit()).isTrue();
            assertThat(count.left()).isEqualTo(left);
        }
        Count refused = limiter.count("key", LIMIT);
        assertThat(refused.isWithinLimit()).isFalse();
        assertThat(refused.left()).isZero();
        assertThat(refused.delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(refused.recovery()).isEqualTo(Duration.ofSeconds(2));

        advance(Duration.ofMillis(100));

        assertThat(limiter.count("key", LIMIT).isWithinLimit()).isTrue();
        assertThat(limiter.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    /** Bucket4j rounds the rest of a nanosecond down to no delay. */
    @Test
    void refusesARequestThatComesLessThanANanosecondTooEarly() {
        RateLimit thirds = new RateLimit(3, Unit.SECOND, 1);
        limiter.count("key", thirds);
        advance(Duration.ofNanos(333_333_333));

        assertThat(limiter.count("key", thirds).isWithinLimit()).isFalse();

        advance(Duration.ofNanos(1));
        assertThat(limiter.count("key", thirds).isWithinLimit()).isTrue();
    }

    @Test
    void hasNoMoreThanTheBurstAfterAnyPause() {
        exhaust("key");
        advance(Duration.ofDays(1_000));

        for (int number = 0; number < LIMIT.burst(); number++) {
            assertThat(limiter.count("key", LIMIT).isWithinLimit()).isTrue();
        }
        assertThat(limiter.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    @Test
    void countsEachKeyByItself() {
        exhaust("key");

        assertThat(limiter.count("another", LIMIT).left()).isEqualTo(19);
    }

    @Test
    void startsAgainWhenTheLimitChanges() {
        exhaust("key");

        assertThat(limiter.count("key", LIMIT.withBurst(5)).left()).isEqualTo(4);
        assertThat(limiter.count("key", LIMIT).isWithinLimit()).isFalse();
    }

    /** Forgetting such a key loses nothing: it has its whole burst again. */
    @Test
    void forgetsAKeyWhenItHasRecoveredAndNotBefore() {
        RateLimit slow = new RateLimit(1, Unit.HOUR, 2);
        limiter.count("slow", slow);
        limiter.count("slow", slow);
        limiter.count("key", LIMIT);
        assertThat(limiter.keys()).isEqualTo(2);

        advance(Duration.ofMinutes(59));
        assertThat(limiter.keys()).as("recovers within two hours").isEqualTo(1);
        assertThat(limiter.count("slow", slow).isWithinLimit()).isFalse();

        advance(Duration.ofHours(2));
        assertThat(limiter.keys()).isZero();
    }

    @Test
    void cachesALimitedNumberOfKeys() {
        for (int number = 0; number < TokenBuckets.MOST * 2; number++) {
            limiter.count("key-" + number, LIMIT);
        }

        assertThat(limiter.keys()).isLessThanOrEqualTo(TokenBuckets.MOST);
    }

    @Test
    void writesTheLimitAndItsRestAsStructuredFields() {
        assertThat(RateLimitFilter.policy(LIMIT)).isEqualTo("\"key\";q=20;w=2");
        assertThat(RateLimitFilter.remaining(limiter.count("key", LIMIT))).isEqualTo("\"key\";r=19;t=1");
        exhaust("key");
        assertThat(RateLimitFilter.remaining(limiter.count("key", LIMIT))).isEqualTo("\"key\";r=0;t=1");
    }

    /** With a full burst again after 100 hours, a client may go on after 6 minutes. */
    @Test
    void reportsTheTimeOfTheNextRequestIfNoneIsLeft() {
        RateLimit slow = new RateLimit(10, Unit.HOUR, 1_000);
        Count last = limiter.count("slow", slow);
        while (last.left() > 0) {
            last = limiter.count("slow", slow);
        }
        assertThat(last.isWithinLimit()).isTrue();
        assertThat(RateLimitFilter.remaining(last)).isEqualTo("\"key\";r=0;t=360");

        advance(Duration.ofSeconds(360));

        assertThat(limiter.count("slow", slow).isWithinLimit()).isTrue();
        assertThat(limiter.count("slow", slow).isWithinLimit()).isFalse();
    }

    private void exhaust(String key) {
        while (limiter.count(key, LIMIT).isWithinLimit()) {
            // Use up the limit.
        }
    }

    private void advance(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}

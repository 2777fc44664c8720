package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.useradmin.testsupport.MovableClock;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailedKeyLimiterTest {
    private static final int PER_MINUTE = 60;

    private final MovableClock clock = new MovableClock();
    private final FailedKeyLimiter limit = new FailedKeyLimiter(() -> PER_MINUTE, clock);

    /** Otherwise, a slow machine may fail again before the limit is reached. */
    @BeforeEach
    void stopClock() {
        clock.stop();
    }

    @Test
    void returnsTheWaitUntilTheNextFailure() {
        exhaust("192.0.2.1");

        Duration wait = count("192.0.2.1").orElseThrow();
        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
        clock.advance(wait);
        assertThat(count("192.0.2.1")).isEmpty();
    }

    @Test
    void hasAllOfItsFailuresAgainAfterAMinute() {
        exhaust("192.0.2.1");

        clock.advance(Duration.ofMinutes(1));

        exhaust("192.0.2.1");
        assertThat(count("192.0.2.1")).isPresent();
    }

    @Test
    void countsEverySourceByItself() {
        exhaust("192.0.2.1");

        assertThat(count("192.0.2.2")).isEmpty();
    }

    @Test
    void countsAddressesOfANetworkAsOneSource() {
        exhaust("2001:db8:1:2::1");

        assertThat(count("2001:db8:1:2:ffff::2")).isPresent();
        assertThat(count("2001:db8:1:3::1")).isEmpty();
    }

    /** With a flood from many addresses, it forgets some of them. It does not fail or grow without limit. */
    @Test
    void forgetsSourcesRatherThanGrow() {
        exhaust("192.0.2.1");

        IntStream.range(0, 100_000)
                .mapToObj(n -> "10.%d.%d.%d".formatted(n >> 16, n >> 8 & 255, n & 255))
                .forEach(this::count);

        assertThat(limit.sources()).isLessThanOrEqualTo(TokenBuckets.MOST);
    }

    /** An attacker who guesses fast gets few 401, but many of these. */
    @Test
    void metersWhatItRefuses() {
        var metrics = new SimpleMeterRegistry();
        limit.start(new StartupEvent(), metrics);
        exhaust("192.0.2.1");
        assertThat(limited(metrics)).isZero();

        count("192.0.2.1");
        count("192.0.2.1");

        assertThat(limited(metrics)).isEqualTo(2);
    }

    private static double limited(SimpleMeterRegistry metrics) {
        return metrics.get("useradmin.failed.keys.limited").functionCounter().count();
    }

    private Optional<Duration> count(String address) {
        return limit.count(ClientNetwork.of(address).orElseThrow());
    }

    private void exhaust(String address) {
        for (int failure = 0; failure < PER_MINUTE; failure++) {
            assertThat(count(address)).as("failure %d", failure).isEmpty();
        }
    }
}

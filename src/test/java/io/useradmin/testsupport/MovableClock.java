package io.useradmin.testsupport;

import com.github.benmanes.caffeine.cache.Ticker;
import io.quarkus.test.Mock;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Replaces the service's clock and ticker in tests that run the service in their own process. */
@Mock
@Singleton
public class MovableClock extends Clock implements Ticker {
    private volatile Duration ahead = Duration.ZERO;

    public void advance(Duration duration) {
        ahead = ahead.plus(duration);
    }

    public void reset() {
        ahead = Duration.ZERO;
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public long read() {
        return System.nanoTime() + ahead.toNanos();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the service knows no time zones");
    }
}

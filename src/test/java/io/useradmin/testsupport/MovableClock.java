package io.useradmin.testsupport;

import io.quarkus.test.Mock;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Replaces the service's clock in tests that run the service in their own process. */
@Mock
@Singleton
public class MovableClock extends Clock {
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
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the service knows no time zones");
    }
}

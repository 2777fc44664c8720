package io.useradmin.testsupport;

import com.github.benmanes.caffeine.cache.Ticker;
import io.quarkus.test.Mock;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Replaces the service's clock and ticker in tests that run the service in their own process. */
@Mock
@Singleton
public class MovableClock extends Clock implements Ticker {
    private volatile Duration ahead = Duration.ZERO;
    private volatile Optional<Moment> stopped = Optional.empty();

    /** The instant has microseconds, as in PostgreSQL, which rounds up half of all instants with more digits. */
    private record Moment(Instant instant, long nanos) {
        static Moment now() {
            return new Moment(Instant.now().truncatedTo(ChronoUnit.MICROS), System.nanoTime());
        }
    }

    /** From now on, time passes only by {@link #advance}, until {@link #reset}. Then a slow machine changes no result. */
    public void stop() {
        stopped = Optional.of(Moment.now());
    }

    public void advance(Duration duration) {
        ahead = ahead.plus(duration);
    }

    public void reset() {
        ahead = Duration.ZERO;
        stopped = Optional.empty();
    }

    @Override
    public Instant instant() {
        return real().instant().plus(ahead);
    }

    @Override
    public long read() {
        return real().nanos() + ahead.toNanos();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the service knows no time zones");
    }

    private Moment real() {
        return stopped.orElseGet(Moment::now);
    }
}

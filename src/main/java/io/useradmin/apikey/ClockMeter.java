package io.useradmin.apikey;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** Adapts the clock of the service to Bucket4j. */
record ClockMeter(Clock clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
        return TimeUnit.MICROSECONDS.toNanos(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }
}

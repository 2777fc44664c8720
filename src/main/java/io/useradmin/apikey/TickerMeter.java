package io.useradmin.apikey;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.TimeMeter;

/** Adapts the ticker of the service to Bucket4j. */
record TickerMeter(Ticker ticker) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
        return ticker.read();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}

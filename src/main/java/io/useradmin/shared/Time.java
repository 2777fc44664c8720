package io.useradmin.shared;

import com.github.benmanes.caffeine.cache.Ticker;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The sources of time of the service, which tests can replace. */
class Time {
    /** For points in time. The operating system can set it back, so it cannot measure how long something took. */
    @Produces
    @Singleton
    static Clock clock() {
        return Clock.systemUTC();
    }

    /** For durations: how long a cache keeps an entry, how fast a limit recovers. It never goes back. */
    @Produces
    @Singleton
    static Ticker ticker() {
        return Ticker.systemTicker();
    }
}

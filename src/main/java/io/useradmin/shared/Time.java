package io.useradmin.shared;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The one source of "now", so that tests can move it. */
class Time {
    @Produces
    @Singleton
    static Clock clock() {
        return Clock.systemUTC();
    }
}

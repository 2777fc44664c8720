package io.useradmin.shared;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The clock of the service, which tests can replace. */
class Time {
    @Produces
    @Singleton
    static Clock clock() {
        return Clock.systemUTC();
    }
}

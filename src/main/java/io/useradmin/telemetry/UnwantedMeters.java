package io.useradmin.telemetry;

import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Keeps out what the framework would tell of its HTTP servers beside the requests: it mixes both ports, and it fails, so that
 * nobody is served, where one of them is fixed and the other is any free one.
 */
class UnwantedMeters {
    private static final String OF_THE_SERVER = "http.server.";
    private static final String OF_CONNECTIONS = "vertx.http.";

    @Produces
    @Singleton
    MeterFilter filter() {
        return MeterFilter.deny(meter -> meter.getName().startsWith(OF_CONNECTIONS)
                || (meter.getName().startsWith(OF_THE_SERVER)
                        && !meter.getName().equals(RequestMetrics.NAME)));
    }
}

package io.useradmin.telemetry;

import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * Removes the framework's metrics of HTTP servers: they mix both ports, and they fail requests if one port is fixed and the other
 * is chosen at random.
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

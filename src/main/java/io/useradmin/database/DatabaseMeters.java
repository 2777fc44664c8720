package io.useradmin.database;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;

/** Removes metrics of the PostgreSQL client that are wrong or redundant. */
class DatabaseMeters {
    /** Computed as if each connection ran one statement at a time. */
    private static final Set<String> OF_ONE_STATEMENT_A_CONNECTION = Set.of("sql.pool.idle", "sql.pool.ratio");
    /**
     * Registered by every connection under one name, about which the registry warns. {@code sql.pool} has the same for each
     * client.
     */
    private static final String OF_A_CONNECTION = "postgresql.";

    @Produces
    @Singleton
    MeterFilter filter() {
        return MeterFilter.deny(meter -> isWrong(meter) || meter.getName().startsWith(OF_A_CONNECTION));
    }

    private static boolean isWrong(Meter.Id meter) {
        return OF_ONE_STATEMENT_A_CONNECTION.contains(meter.getName())
                && Pipelined.NAME.equals(meter.getTag("pool.name"));
    }
}

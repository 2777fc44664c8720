package io.useradmin.database;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;

/** Keeps out what the framework tells of the clients of PostgreSQL and is wrong, or told already. */
class DatabaseMeters {
    /** Worked out as if each connection took one statement at a time. */
    private static final Set<String> OF_ONE_STATEMENT_A_CONNECTION = Set.of("sql.pool.idle", "sql.pool.ratio");
    /** Told of every connection anew under one name, of which the registry warns; {@code sql.pool} tells the same of each client. */
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

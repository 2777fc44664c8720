package io.useradmin.database;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;

/** Removes wrong metrics of the PostgreSQL client. */
class DatabaseMeters {
    /** They assume that each connection runs one statement at a time, which pipelining does not. */
    private static final Set<String> WRONG_WITH_PIPELINING = Set.of("sql.pool.idle", "sql.pool.ratio");

    @Produces
    @Singleton
    MeterFilter filter() {
        return MeterFilter.deny(DatabaseMeters::isWrong);
    }

    private static boolean isWrong(Meter.Id meter) {
        return WRONG_WITH_PIPELINING.contains(meter.getName()) && Pipelined.NAME.equals(meter.getTag("pool.name"));
    }
}

package io.useradmin.database;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * Keeps out what the framework works out as if each connection took one statement at a time, which is wrong where they take
 * several.
 */
class PipelinedMeters {
    private static final Set<String> OF_ONE_STATEMENT_A_CONNECTION = Set.of("sql.pool.idle", "sql.pool.ratio");

    @Produces
    @Singleton
    MeterFilter filter() {
        return MeterFilter.deny(PipelinedMeters::isWrong);
    }

    private static boolean isWrong(Meter.Id meter) {
        return OF_ONE_STATEMENT_A_CONNECTION.contains(meter.getName())
                && Pipelined.NAME.equals(meter.getTag("pool.name"));
    }
}

package io.useradmin.database;

import io.smallrye.config.SmallRyeConfigBuilder;

/** The default limits, except that a connection may take long: on a busy machine, the default timeout is not enough. */
final class PatientBounds {
    private PatientBounds() {}

    static DatabaseBounds read() {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withDefaultValue("useradmin.database.acquire-timeout", "1m")
                .withMapping(DatabaseBounds.class)
                .build()
                .getConfigMapping(DatabaseBounds.class);
    }
}

package io.useradmin.operator;

import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** What Flyway needs to run the files of the migrations: in the command, in dev mode and in tests. */
public final class MigrationSettings {
    private MigrationSettings() {}

    /** Lets a file create an index concurrently, between other statements. */
    public static FluentConfiguration apply(FluentConfiguration settings) {
        // An index that is created concurrently waits for all older transactions, also for one that holds Flyway's
        // lock.
        settings.getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        return settings.mixed(true);
    }
}

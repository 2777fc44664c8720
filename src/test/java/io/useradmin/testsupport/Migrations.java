package io.useradmin.testsupport;

import io.useradmin.operator.MigrationSettings;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The service's migrations, for a test's database. They migrate to the newest version, unless a target is set. */
public final class Migrations {
    private Migrations() {}

    /** Migrations of the database at {@code jdbcUrl}, as the user {@link FreshDatabase#USER}. */
    public static FluentConfiguration of(String jdbcUrl) {
        return files().dataSource(jdbcUrl, FreshDatabase.USER, null);
    }

    static FluentConfiguration of(DataSource database) {
        return files().dataSource(database);
    }

    private static FluentConfiguration files() {
        return MigrationSettings.apply(Flyway.configure()).locations("classpath:db/migration");
    }
}

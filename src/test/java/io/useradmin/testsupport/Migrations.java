package io.useradmin.testsupport;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The migrations of the service, for a database of a test. They go to the newest version, unless a target is set. */
public final class Migrations {
    private Migrations() {}

    /** For the database at {@code jdbcUrl}, with the rights of {@link FreshDatabase#USER}. */
    public static FluentConfiguration of(String jdbcUrl) {
        return files().dataSource(jdbcUrl, FreshDatabase.USER, null);
    }

    static FluentConfiguration of(DataSource database) {
        return files().dataSource(database);
    }

    private static FluentConfiguration files() {
        return Flyway.configure().locations("classpath:db/migration");
    }
}

package io.useradmin.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** A real PostgreSQL for the tests, started and migrated once for a test run, whichever way the service itself is run. */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {
    private static final EmbeddedPostgres POSTGRES = started();

    @Override
    public Map<String, String> start() {
        String managementPort = Integer.toString(FreePort.find());
        return Map.of(
                // The packaged service cannot be asked which one it found.
                "quarkus.management.port",
                managementPort,
                "quarkus.management.test-port",
                managementPort,
                "quarkus.datasource.reactive.url",
                "postgresql://localhost:%d/postgres".formatted(POSTGRES.getPort()),
                "quarkus.datasource.username",
                "postgres",
                "quarkus.datasource.password",
                "postgres",
                // On in the packaged service too, which does not know the profile "test".
                "useradmin.ssf.issuer",
                "https://id.example.com");
    }

    @Override
    public void stop() {
        // The database ends with the JVM: test profiles that restart the service share it.
    }

    /** A connection of the test's own, beside the service's. */
    public static Connection connect() throws SQLException {
        return dataSource().getConnection();
    }

    /** Where it listens, on localhost. */
    public static int port() {
        return POSTGRES.getPort();
    }

    static DataSource dataSource() {
        return POSTGRES.getPostgresDatabase();
    }

    private static EmbeddedPostgres started() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "60")
                    // How many statements a request takes is a matter of tests (contract/RoundTripsTest).
                    .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                    .start();
            Migrations.of(postgres.getPostgresDatabase()).load().migrate();
            try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
                TestSigningKey.add(connection);
            }
            return postgres;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

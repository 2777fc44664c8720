package io.useradmin.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** The PostgreSQL server of the tests. It is started once per JVM, and shared by all ways of running the service. */
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {
    private static final EmbeddedPostgres POSTGRES = started();

    @Override
    public Map<String, String> start() {
        String managementPort = Integer.toString(FreePort.find());
        return Map.of(
                // A packaged service with port 0 cannot report which port it chose.
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
                // Also set for the packaged service, which ignores the profile "test".
                "useradmin.ssf.issuer",
                "https://id.example.com");
    }

    @Override
    public void stop() {
        // The server ends with the JVM, so that test profiles that restart the service share it.
    }

    /** A connection for the test, not for the service. */
    public static Connection connect() throws SQLException {
        return dataSource().getConnection();
    }

    /** A connection with a transaction, which ends only with a commit or rollback, or with the connection. */
    public static Connection begin() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        return connection;
    }

    /** The server's port on localhost. */
    public static int port() {
        return POSTGRES.getPort();
    }

    static DataSource dataSource() {
        return POSTGRES.getPostgresDatabase();
    }

    private static EmbeddedPostgres started() {
        try {
            Path data = PostgresTemplate.migrated();
            EmbeddedPostgres postgres = PostgresTemplate.builder(data)
                    .setRegisterShutdownHook(false)
                    // Up to three services run, each with at most 28 connections.
                    .setServerConfig("max_connections", "100")
                    // contract/RoundTripsTest counts the statements of a request.
                    .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(postgres, data)));
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

    private static void end(EmbeddedPostgres postgres, Path data) {
        try {
            postgres.close();
            MadeOnce.delete(data);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

package io.useradmin.dev;

import io.quarkus.arc.profile.IfBuildProfile;
import io.useradmin.database.DatabasePreparation;
import io.useradmin.operator.MigrationSettings;
import io.vertx.pgclient.PgConnectOptions;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;

/**
 * Prepares the database of dev mode before the service connects to it. If the configured host is {@code embedded}, it starts a
 * PostgreSQL with demo data. For any other database, it only runs the migrations.
 */
@Singleton
@IfBuildProfile("dev")
class DevDatabase implements DatabasePreparation {
    private static final String EMBEDDED_HOST = "embedded";

    private final Path folder;
    private final Clock clock;
    private volatile boolean demo;

    DevDatabase(@ConfigProperty(name = "useradmin.dev.folder") Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Whether the database has the demo data. */
    boolean hasDemo() {
        return demo;
    }

    @Override
    public void prepare(PgConnectOptions server) {
        demo = EMBEDDED_HOST.equals(server.getHost());
        if (demo) {
            startEmbedded(server);
        } else {
            migrate(jdbcUrl(server), server);
        }
    }

    private void startEmbedded(PgConnectOptions server) {
        int port = EmbeddedDatabase.in(folder).start();
        server.setHost("localhost").setPort(port).setUser(EmbeddedDatabase.USER).setDatabase(EmbeddedDatabase.DATABASE);
        String url = EmbeddedDatabase.jdbcUrl(port);
        migrate(url, server);
        fillDemo(url);
    }

    private void fillDemo(String url) {
        try (Connection connection = DriverManager.getConnection(url)) {
            DemoData.fill(connection, clock.instant(), folder.resolve("demo.rejects"));
        } catch (SQLException | IOException failure) {
            throw new IllegalStateException("the demo tenant cannot be created", failure);
        }
    }

    private static void migrate(String url, PgConnectOptions server) {
        MigrationSettings.apply(Flyway.configure(Thread.currentThread().getContextClassLoader()))
                .dataSource(url, server.getUser(), server.getPassword())
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }

    private static String jdbcUrl(PgConnectOptions server) {
        return "jdbc:postgresql://%s:%d/%s?sslmode=%s"
                .formatted(server.getHost(), server.getPort(), server.getDatabase(), server.getSslMode().value);
    }
}

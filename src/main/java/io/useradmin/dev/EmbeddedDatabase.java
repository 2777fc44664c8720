package io.useradmin.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An embedded PostgreSQL that keeps its data. There is one per folder. After a live reload, or if a killed process left it
 * running, it is reused. It stops with the process that uses it.
 *
 * @param data the data directory
 * @param binaries the folder of the unpacked PostgreSQL
 */
record EmbeddedDatabase(Path data, Path binaries) {
    static final String USER = "postgres";
    static final String DATABASE = "postgres";

    /**
     * A system property, because live reload replaces all our classes. Its name does not begin like those of our settings,
     * because the settings check rejects unknown names.
     */
    private static final String ENDS_WITH_PROCESS = EmbeddedDatabase.class.getName() + ".endsWithProcess";

    private static final int STOP_SECONDS = 10;

    /** In {@code folder}, because the temporary directory is cleaned up and shared with other users. */
    static EmbeddedDatabase in(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return new EmbeddedDatabase(absolute.resolve("postgres"), absolute.resolve("binaries"));
    }

    /** Starts the database unless it is running. Returns its port. */
    int start() {
        try {
            Optional<Postmaster> running = Postmaster.of(data);
            if (running.isPresent() && answers(running.get())) {
                endWithThisProcess(running.get().process());
                return running.get().port();
            }
            Postmaster.forget(data);
            return startServer();
        } catch (IOException failure) {
            throw new IllegalStateException("the embedded PostgreSQL does not start in " + data, failure);
        }
    }

    /** The JDBC URL of the database at {@code port}. */
    static String jdbcUrl(int port) {
        return "jdbc:postgresql://localhost:%d/%s?user=%s".formatted(port, DATABASE, USER);
    }

    private int startServer() throws IOException {
        // A fixed locale, because that of the machine may not be installed, for example over ssh. The library turns
        // off durable writes; this turns them on again.
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries.toFile())
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setLocaleConfig("locale", "C")
                .setServerConfig("max_connections", "100")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        System.setProperty(ENDS_WITH_PROCESS, "true");
        restrictToOwner(binaries.toFile());
        return server.getPort();
    }

    /** The library makes the unpacked programs writable for everybody. */
    private static void restrictToOwner(File folder) {
        folder.setWritable(false, false);
        folder.setWritable(true, true);
    }

    /** Returns false if a server that was shutting down has stopped. A second server on the same data would destroy it. */
    private static boolean answers(Postmaster server) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl(server.port()))) {
            if (connection.isValid(STOP_SECONDS)) {
                return true;
            }
        } catch (SQLException refused) {
            // It is shutting down, or starting.
        }
        awaitEnd(server.process());
        return false;
    }

    private static void endWithThisProcess(ProcessHandle server) {
        if (System.getProperties().putIfAbsent(ENDS_WITH_PROCESS, "true") == null) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.destroy();
                awaitEnd(server);
            }));
        }
    }

    private static void awaitEnd(ProcessHandle server) {
        try {
            server.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new IllegalStateException(
                    "PostgreSQL process " + server.pid() + " neither responds nor exits", failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted before the end of PostgreSQL process " + server.pid(), interrupt);
        }
    }
}

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
 * A PostgreSQL whose data outlives the process that started it. It runs once for a folder: after a live reload, or where a
 * process that was killed left it behind, it is found running and used as it is. It ends with the process that uses it.
 *
 * @param data where PostgreSQL keeps its data
 * @param binaries where PostgreSQL itself is unpacked
 */
record EmbeddedDatabase(Path data, Path binaries) {
    static final String USER = "postgres";
    static final String DATABASE = "postgres";

    /**
     * Set for the whole process, because live reload replaces every class of ours. The name does not begin as those of settings
     * do: the check of settings refuses names that it does not know.
     */
    private static final String ENDS_WITH_PROCESS = EmbeddedDatabase.class.getName() + ".endsWithProcess";

    private static final int STOP_SECONDS = 10;

    /** Below {@code folder}, not in the temporary directory: that is tidied up, and shared with other users. */
    static EmbeddedDatabase in(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return new EmbeddedDatabase(absolute.resolve("postgres"), absolute.resolve("binaries"));
    }

    /** Starts the database unless it runs; the port where it listens. */
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

    /** Where JDBC finds the database that listens on {@code port}. */
    static String jdbcUrl(int port) {
        return "jdbc:postgresql://localhost:%d/%s?user=%s".formatted(port, DATABASE, USER);
    }

    private int startServer() throws IOException {
        // The locale of the machine may not be installed, as over ssh. PostgreSQL is told to keep what it says is
        // written,
        // which the library turns off.
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

    /** The library lets everybody write where it unpacks what it runs. */
    private static void restrictToOwner(File folder) {
        folder.setWritable(false, false);
        folder.setWritable(true, true);
    }

    /** False once a server that was on its way down has ended. */
    private static boolean answers(Postmaster server) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl(server.port()))) {
            return connection.isValid(STOP_SECONDS);
        } catch (SQLException refused) {
            awaitEnd(server.process());
            return false;
        }
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
                    "PostgreSQL process " + server.pid() + " neither answers nor ends", failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}

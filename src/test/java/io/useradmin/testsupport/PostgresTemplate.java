package io.useradmin.testsupport;

import io.useradmin.operator.jdbc.Jdbc;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Data folders for the servers of tests. initdb and the migrations run once per build. Each server starts with a copy. */
final class PostgresTemplate {
    static final String NEWEST = "latest";
    /** A database with the newest schema, besides the usual one. Nobody connects to it, so it can be copied. */
    static final String MIGRATED = "migrated";

    /** It has the version of PostgreSQL. */
    private static final Path POM = Path.of("pom.xml");

    private static final Path MIGRATIONS =
            MadeOnce.TARGET.resolve("classes").resolve("db").resolve("migration");

    private static final String PREFIX = "own-postgres";
    /** A file system in memory. Containers may have a small one. */
    private static final Path MEMORY = Path.of("/dev/shm");
    /** A multiple of what all servers of a test run use at the same time. */
    private static final long NEEDED_BYTES = 8L << 30;

    private static final class Empty {
        private static final Path DATA =
                MadeOnce.get("postgres-empty", List.of(POM), draft -> make(draft, newFolder(), _ -> {}));
    }

    private static final class Migrated {
        private static final Path DATA = MadeOnce.get(
                "postgres-migrated",
                List.of(POM, MIGRATIONS),
                draft -> make(draft, empty(), PostgresTemplate::addMigrated));
    }

    private PostgresTemplate() {}

    /** A new data folder without a schema. */
    static Path empty() throws IOException {
        return copy(Empty.DATA);
    }

    /** A new data folder with the newest schema. */
    static Path migrated() throws IOException {
        return copy(Migrated.DATA);
    }

    /** Copies a data folder. Its server must not be running. */
    static Path copy(Path data) throws IOException {
        Path copy = newFolder();
        copy(data, copy);
        return copy;
    }

    private static void copy(Path data, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(each -> !each.equals(data)).toList()) {
                Files.copy(file, copy.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /**
     * In memory if there is space, because a test run creates and drops hundreds of databases with 300 files each. Otherwise in the
     * folder for temporary files: as root, PostgreSQL may be unable to open the project's folder.
     */
    private static Path newFolder() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > NEEDED_BYTES
                ? Files.createTempDirectory(MEMORY, PREFIX)
                : Files.createTempDirectory(PREFIX);
    }

    static EmbeddedPostgres.Builder builder(Path data) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(FreePort.find())
                .setPGStartupWait(Duration.ofMinutes(3))
                .setLocaleConfig("locale", "C");
    }

    static void migrate(EmbeddedPostgres postgres, String version) {
        Migrations.of(postgres.getPostgresDatabase()).target(version).load().migrate();
    }

    private static void addMigrated(EmbeddedPostgres postgres) throws SQLException {
        migrate(postgres, NEWEST);
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            Jdbc.update(connection, "create database " + MIGRATED + " template postgres");
        }
    }

    private interface Change {
        void make(EmbeddedPostgres postgres) throws SQLException;
    }

    /** Starts a server with the folder {@code data} and changes it. Then the folder becomes {@code draft}. */
    private static void make(Path draft, Path data, Change change) throws Exception {
        try (EmbeddedPostgres postgres = builder(data).start()) {
            change.make(postgres);
            Postmaster.stop(postgres, data);
        }
        copy(data, Files.createDirectory(draft));
        MadeOnce.delete(data);
    }
}

package io.useradmin.testsupport;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Data folders for the servers of tests. initdb and the migrations run once per JVM. Each server starts with a copy. */
final class PostgresTemplate {
    static final String NEWEST = "latest";

    private static final class Empty {
        private static final Path DATA = made(postgres -> {});
    }

    private static final class Migrated {
        private static final Path DATA = made(postgres -> migrate(postgres, NEWEST));
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
        Path copy = Files.createTempDirectory("own-postgres");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(each -> !each.equals(data)).toList()) {
                Files.copy(file, copy.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return copy;
    }

    static void delete(Path data) {
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static EmbeddedPostgres.Builder builder(Path data) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofMinutes(3))
                .setLocaleConfig("locale", "C");
    }

    static void migrate(EmbeddedPostgres postgres, String version) {
        Migrations.of(postgres.getPostgresDatabase()).target(version).load().migrate();
    }

    private static Path made(Consumer<EmbeddedPostgres> change) {
        try {
            Path data = Files.createTempDirectory("postgres-template");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(data)));
            try (EmbeddedPostgres postgres = builder(data).start()) {
                change.accept(postgres);
            }
            return data;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

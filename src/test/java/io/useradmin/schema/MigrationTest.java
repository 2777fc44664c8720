package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Migrations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Migrates a database with data from every version of the schema to the newest. docs/development.md describes how to add a
 * version.
 */
class MigrationTest {
    private static final Path KEPT = Path.of("src", "test", "resources", "schema");
    private static final Path SCHEMA = KEPT.resolve("schema.txt");
    private static final Path DIGESTS = KEPT.resolve("migrations.sha256");
    private static final Path MIGRATIONS = Path.of("src", "main", "resources", "db", "migration");
    private static final String UPDATE = "update-schema";

    /** Migrated from version to version, always without rows. */
    private static FreshDatabase growing;

    /** The schema of a new database. */
    private static String newest;

    @BeforeAll
    static void create() throws SQLException {
        growing = new FreshDatabase();
        try (FreshDatabase migrated = FreshDatabase.migrated();
                Connection connection = migrated.connect()) {
            newest = Catalogue.describe(connection);
        }
    }

    @AfterAll
    static void drop() {
        growing.close();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void keepsAllDataFromEveryVersion(MigrationVersion from) throws SQLException, IOException {
        try (FreshDatabase fresh = databaseOf(from);
                Connection connection = fresh.connect()) {
            for (String data : dataUpTo(from)) {
                Catalogue.run(connection, data);
            }
            Map<String, String> contents = Catalogue.contents(connection);
            Map<String, List<String>> before = Catalogue.rows(connection, contents);
            assertThat(before)
                    .as(
                            "every table has rows of version %s: add rows of a new table to schema/data/V%s.sql",
                            from, from)
                    .isNotEmpty()
                    .allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());

            migrate(fresh, MigrationVersion.LATEST);

            assertThat(Catalogue.rows(connection, contents)).isEqualTo(before);
            assertThat(Catalogue.describe(connection)).isEqualTo(newest);
        }
    }

    /** A previous release writes these rows while both releases run. */
    @ParameterizedTest
    @MethodSource("versions")
    void takesTheRowsOfEveryVersionInTheNewestSchema(MigrationVersion from) throws SQLException, IOException {
        try (FreshDatabase newest = FreshDatabase.migrated();
                Connection connection = newest.connect()) {
            for (String data : dataUpTo(from)) {
                Catalogue.run(connection, data);
            }
            assertThat(Catalogue.rows(connection, Catalogue.contents(connection))
                            .get("users"))
                    .hasSize(2);
        }
    }

    @Test
    void keptSchemaIsTheNewest() throws SQLException, IOException {
        try (FreshDatabase fresh = new FreshDatabase();
                Connection connection = fresh.connect()) {
            migrate(fresh, MigrationVersion.LATEST);
            String described = Catalogue.describe(connection);
            if (Boolean.getBoolean(UPDATE)) {
                Files.writeString(SCHEMA, described);
            }
            assertThat(Files.readString(SCHEMA))
                    .as(
                            "%s differs from the result of the migrations; to accept the change, run"
                                    + " ./mvnw test -Dtest=MigrationTest -D%s=true and commit the file",
                            SCHEMA, UPDATE)
                    .isEqualTo(described);
        }
    }

    /** A migration may already be applied somewhere, so its file must not change. */
    @Test
    void migrationsAreNeverEdited() throws IOException {
        assertThat(digests())
                .as("never edit a migration; add a new one, and its line of sha256sum in %s", DIGESTS)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(DIGESTS));
    }

    /** In one transaction, all requests for the table wait while its rows are read. V12 did that with a column that it had just added. */
    @Test
    void constraintsAreValidatedInALaterFile() throws IOException {
        try (Stream<Path> files = Files.list(MIGRATIONS)) {
            assertThat(files.filter(file -> FileText.of(file).contains("not valid")
                                    && FileText.of(file).contains("validate constraint"))
                            .map(Path::getFileName))
                    .containsExactly(Path.of("V12__narrow_writes.sql"));
        }
    }

    static Stream<MigrationVersion> versions() {
        try (FreshDatabase empty = new FreshDatabase()) {
            return Arrays.stream(Migrations.of(empty.jdbcUrl()).load().info().all())
                    .map(MigrationInfo::getVersion);
        }
    }

    /** Each version is at least as new as that of the call before. */
    private static FreshDatabase databaseOf(MigrationVersion version) {
        migrate(growing, version);
        assertThat(Migrations.of(growing.jdbcUrl()).load().info().current().getVersion())
                .isEqualTo(version);
        return growing.copy();
    }

    private static void migrate(FreshDatabase database, MigrationVersion target) {
        Migrations.of(database.jdbcUrl()).target(target).load().migrate();
    }

    /** A version with new tables has rows for them. */
    private static List<String> dataUpTo(MigrationVersion newest) throws IOException {
        try (Stream<Path> files = Files.list(KEPT.resolve("data"))) {
            return files.filter(file -> versionOf(file).compareTo(newest) <= 0)
                    .sorted(Comparator.comparing(MigrationTest::versionOf))
                    .map(FileText::of)
                    .toList();
        }
    }

    private static MigrationVersion versionOf(Path file) {
        return MigrationVersion.fromVersion(file.getFileName().toString().replaceAll("^V|\\.sql$", ""));
    }

    /** In the format of sha256sum. */
    private static List<String> digests() throws IOException {
        try (Stream<Path> files = Files.list(MIGRATIONS)) {
            return files.map(file -> sha256(FileText.of(file)) + "  " + file.getFileName())
                    .toList();
        }
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

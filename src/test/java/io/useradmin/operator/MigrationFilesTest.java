package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {
    private static final Path FOLDER = Path.of("src", "main", "resources").resolve(MigrationFiles.FOLDER);

    @Test
    void listsAllFiles() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(MigrationFiles.NAMES)
                    .as("the names of all migrations: add a new one to MigrationFiles.NAMES")
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void areReadCompletely() throws IOException {
        for (String name : MigrationFiles.NAMES) {
            try (var reader =
                    new BufferedReader(new MigrationFiles().getResource(name).read())) {
                assertThat(reader.lines().toList()).isEqualTo(Files.readAllLines(FOLDER.resolve(name)));
            }
        }
    }

    /** To create an index concurrently, PostgreSQL waits for older transactions, but blocks nobody. */
    @Test
    void waitWithoutALimitToCreateAnIndexConcurrently() throws IOException {
        assertThat(isLimited("create index concurrently i on t (c);")).isTrue();
        assertThat(isLimited("-- Why\n\nset lock_timeout = 0;\ncreate unique index CONCURRENTLY i on t (c);"))
                .isFalse();
        for (String name : MigrationFiles.NAMES) {
            assertThat(isLimited(Files.readString(FOLDER.resolve(name))))
                    .as(name + " needs \"set lock_timeout = 0\" as its first statement")
                    .isFalse();
        }
    }

    /** Whether the migration creates an index concurrently, and may wait only as long as for a lock that blocks others. */
    private static boolean isLimited(String migration) {
        String statements = migration.replaceAll("(?m)^--.*$", "").strip().toLowerCase(Locale.ROOT);
        return statements.contains(" concurrently") && !statements.startsWith("set lock_timeout = 0;");
    }

    @Test
    void areFoundByPrefixAndSuffix() {
        var files = new MigrationFiles();
        String[] sql = {".sql"};
        assertThat(files.getResources("V", sql)).hasSameSizeAs(MigrationFiles.NAMES);
        assertThat(files.getResources("R", sql)).isEmpty();
        assertThat(files.getResources("V", new String[] {".txt"})).isEmpty();
        assertThat(files.getResource("V0__none.sql")).isNull();
    }
}

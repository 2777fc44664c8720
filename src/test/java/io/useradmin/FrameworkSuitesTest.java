package io.useradmin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each framework test runs in the suite where it is fastest. */
class FrameworkSuitesTest {
    private static final Path TEST = Path.of("src", "test", "java");
    private static final Pattern PROFILE = Pattern.compile("(?m)^@TestProfile\\(");

    @Test
    void theListHasTheTestsWithAProfile() throws IOException {
        List<String> tests;
        try (Stream<Path> files = Files.walk(TEST)) {
            tests = files.filter(file -> file.toString().endsWith("Test.java"))
                    .map(FrameworkSuitesTest::className)
                    .toList();
        }

        assertThat(tests)
                .filteredOn(Pattern.compile(FrameworkProfileTests.CLASSES).asMatchPredicate())
                .containsExactlyInAnyOrderElementsOf(
                        tests.stream().filter(FrameworkSuitesTest::hasProfile).toList())
                .isNotEmpty();
    }

    private static String className(Path file) {
        return TEST.relativize(file).toString().replace(".java", "").replace('/', '.');
    }

    private static boolean hasProfile(String test) {
        try {
            return PROFILE.matcher(Files.readString(TEST.resolve(test.replace('.', '/') + ".java")))
                    .find();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

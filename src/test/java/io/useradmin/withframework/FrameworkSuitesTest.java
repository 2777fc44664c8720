package io.useradmin.withframework;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.suite.api.SelectClasses;

/** Each framework test runs in the suite where it is fastest. */
class FrameworkSuitesTest {
    private static final Path TEST = Path.of("src", "test", "java");
    private static final Pattern PROFILE = Pattern.compile("(?m)^@TestProfile\\(");
    private static final Pattern SUITE = Pattern.compile("(?m)^@Suite$");

    @Test
    void theListsHaveTheTestsWithAProfile() throws IOException {
        List<String> tests = classes("Test.java");
        List<String> withProfile =
                tests.stream().filter(test -> has(PROFILE, test)).toList();

        assertThat(withProfile).isNotEmpty();
        assertThat(FrameworkProfileTests.class
                        .getAnnotation(SelectClasses.class)
                        .names())
                .containsExactlyInAnyOrderElementsOf(withProfile);
        assertThat(tests)
                .filteredOn(Pattern.compile(FrameworkProfileTests.CLASSES).asMatchPredicate())
                .containsExactlyInAnyOrderElementsOf(withProfile);
    }

    /** Otherwise the tests of a suite do not run. */
    @Test
    void theBuildKnowsEverySuite() throws IOException {
        assertThat(classes("Tests.java"))
                .filteredOn(test -> has(SUITE, test))
                .containsExactlyInAnyOrderElementsOf(FrameworkTestsOnce.SUITES);
    }

    /** The build runs tests in reverse alphabetical order. It would wait for a suite that starts late. */
    @Test
    void theSuitesRunBeforeOtherTests() throws IOException {
        List<String> others = classes("Test.java").stream()
                .filter(test -> !test.startsWith(getClass().getPackageName()))
                .toList();

        assertThat(FrameworkTestsOnce.SUITES)
                .allSatisfy(suite -> assertThat(others).isNotEmpty().allMatch(test -> test.compareTo(suite) < 0));
    }

    /** Otherwise a processor would be idle while the archive for the service is written. */
    @Test
    void compilersRunBeforeTheTestsThatNeedTheService() throws IOException {
        List<String> others = classes("IT.java").stream()
                .filter(test -> !test.startsWith("io.useradmin.with"))
                .toList();

        assertThat(classes("IT.java"))
                .filteredOn(test -> test.startsWith("io.useradmin.withcompilers."))
                .isNotEmpty()
                .allSatisfy(compiler -> assertThat(others).isNotEmpty().allMatch(test -> test.compareTo(compiler) < 0));
    }

    /** The names of the test classes whose files end with {@code ending}. */
    static List<String> classes(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(TEST)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .map(FrameworkSuitesTest::className)
                    .toList();
        }
    }

    private static String className(Path file) {
        return TEST.relativize(file).toString().replace(".java", "").replace('/', '.');
    }

    private static boolean has(Pattern annotation, String test) {
        return annotation
                .matcher(FileText.of(TEST.resolve(test.replace('.', '/') + ".java")))
                .find();
    }
}

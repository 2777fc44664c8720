package io.useradmin.withframework;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.useradmin.testsupport.FileText;
import io.useradmin.testsupport.ThisBuild;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every class of unit tests has a report of this build. If JUnit cannot load a class while it scans the packages of a suite, for
 * example because the framework cannot build the service, it skips the class, and the build would be green without its tests.
 */
class EveryTestRanIT {
    private static final Path REPORTS = Path.of("target", "surefire-reports");

    @Test
    void everyClassOfUnitTestsHasAReport() throws IOException {
        assumeThat(System.getProperty("test")).as("-Dtest runs only some tests").isNull();
        List<String> tests = FrameworkSuitesTest.classes("Test.java").stream()
                .filter(not(EveryTestRanIT::isAbstract))
                .toList();
        List<String> missing =
                tests.stream().filter(not(EveryTestRanIT::hasReport)).toList();
        assumeThat(missing).as("-DskipUnitTests runs none").hasSizeLessThan(tests.size());

        assertThat(missing).as("classes without a report of this build").isEmpty();
    }

    /** Loads the class without running its initializer. */
    private static boolean isAbstract(String name) {
        try {
            Class<?> type = Class.forName(name, false, EveryTestRanIT.class.getClassLoader());
            return Modifier.isAbstract(type.getModifiers());
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Whether a report has tests of this class, and is not of an earlier build. */
    private static boolean hasReport(String name) {
        Path report = REPORTS.resolve("TEST-" + name + ".xml");
        return Files.exists(report)
                && ThisBuild.wrote(report)
                && FileText.of(report).contains("<testcase ");
    }
}

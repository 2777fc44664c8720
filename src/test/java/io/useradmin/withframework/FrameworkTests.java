package io.useradmin.withframework;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The tests that start the framework without a profile, except {@link FrameworkContractTests}. They are one test for the build, so
 * that they run in one JVM and the framework starts only once.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns("(?!.*IT$).*")
@ExcludeClassNamePatterns({FrameworkContractTests.CLASSES, FrameworkProfileTests.CLASSES})
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkTests {
    /** The tag that {@code @QuarkusTest} adds to a class. */
    static final String TAG = "io.quarkus.test.junit.QuarkusTest";
}

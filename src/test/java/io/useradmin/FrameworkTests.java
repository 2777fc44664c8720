package io.useradmin;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * All tests that run the framework, as one test of the build: one JVM runs them, in which the framework starts once for each profile,
 * while another runs the remaining tests. If each class were given to the JVM that is idle, the framework would start for each class.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns("(?!.*IT$).*")
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkTests {
    /** What {@code @QuarkusTest} tags a class with. */
    static final String TAG = "io.quarkus.test.junit.QuarkusTest";
}

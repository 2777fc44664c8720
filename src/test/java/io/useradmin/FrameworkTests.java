package io.useradmin;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * All tests that run the framework without a profile, as one test of the build, so that the framework starts once. If each class were
 * given to the JVM that is idle, the framework would start for each class. {@link FrameworkProfileTests} are the others.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns("(?!.*IT$).*")
@ExcludeClassNamePatterns(FrameworkProfileTests.CLASSES)
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkTests {
    /** What {@code @QuarkusTest} tags a class with. */
    static final String TAG = "io.quarkus.test.junit.QuarkusTest";
}

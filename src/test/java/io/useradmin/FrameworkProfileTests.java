package io.useradmin;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * All tests that run the framework with a profile, for each of which it starts again. They run beside {@link FrameworkTests} in another
 * JVM. Their names are listed because JUnit goes by names before it loads a class, and the framework builds the service for each profile
 * as soon as a class is loaded. FrameworkSuitesTest holds the list against the classes.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns(FrameworkProfileTests.CLASSES)
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkProfileTests {
    static final String CLASSES = "io\\.useradmin\\.(contract\\.(DatabaseAwayTest|PrivacyTest)"
            + "|event\\.RecordedReadsTest"
            + "|schema\\.(RecordedReadsShardsTest|RecordedReadsStatementsTest|ShardsTest|StatementsTest)"
            + "|telemetry\\.TracingTest)";
}

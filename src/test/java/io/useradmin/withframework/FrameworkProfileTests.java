package io.useradmin.withframework;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * All tests that start the framework with a profile. The framework restarts for each profile, so they run in another JVM, in
 * parallel with {@link FrameworkTests}. Their names are listed here because JUnit filters by name before it loads a class, and
 * the framework builds the service for a profile as soon as it loads the class. FrameworkSuitesTest checks that the list is
 * complete.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns(FrameworkProfileTests.CLASSES)
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkProfileTests {
    static final String CLASSES =
            "io\\.useradmin\\.(admission\\.ReadMemoryTest|contract\\.(DatabaseAwayTest|PrivacyTest)"
                    + "|event\\.(RecordedReadsTest|SessionUpdatesTest)"
                    + "|schema\\.(RecordedReadsShardsTest|RecordedReadsStatementsTest|ShardsTest|StatementsTest)"
                    + "|telemetry\\.TracingTest)";
}

package io.useradmin.withframework;

import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/**
 * All tests that start the framework with a profile. The framework restarts for each profile, so they run in another JVM, in
 * parallel with {@link FrameworkTests}. The framework builds the service for a profile as soon as it loads the class. If that
 * fails, this suite fails, because it selects each class by its name: a scan of a package would only skip the class.
 * FrameworkSuitesTest checks that the lists are complete.
 */
@Suite
@SelectClasses(
        names = {
            "io.useradmin.admission.ReadMemoryTest",
            "io.useradmin.contract.DatabaseAwayTest",
            "io.useradmin.contract.PrivacyTest",
            "io.useradmin.event.RecordedReadsTest",
            "io.useradmin.event.SessionUpdatesTest",
            "io.useradmin.schema.RecordedReadsShardsTest",
            "io.useradmin.schema.RecordedReadsStatementsTest",
            "io.useradmin.schema.ShardsTest",
            "io.useradmin.schema.StatementsTest",
            "io.useradmin.telemetry.TracingTest"
        })
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkProfileTests {
    /** The same for the other suites: JUnit filters by name before it loads a class. */
    static final String CLASSES =
            "io\\.useradmin\\.(admission\\.ReadMemoryTest|contract\\.(DatabaseAwayTest|PrivacyTest)"
                    + "|event\\.(RecordedReadsTest|SessionUpdatesTest)"
                    + "|schema\\.(RecordedReadsShardsTest|RecordedReadsStatementsTest|ShardsTest|StatementsTest)"
                    + "|telemetry\\.TracingTest)";
}

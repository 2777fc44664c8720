package io.useradmin.withframework;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.IncludeTags;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * The framework tests of the contract as a whole, of races and of blocked addresses, without a profile: about half of the time of
 * all. They run in another JVM, in parallel with {@link FrameworkTests}, because otherwise the build waits for that suite alone at
 * the end.
 */
@Suite
@SelectPackages("io.useradmin")
@IncludeClassNamePatterns(FrameworkContractTests.CLASSES)
@ExcludeClassNamePatterns(FrameworkProfileTests.CLASSES)
@IncludeTags(FrameworkTests.TAG)
@IncludeEngines("junit-jupiter")
final class FrameworkContractTests {
    static final String CLASSES = "io\\.useradmin\\.(blockedip|contract|fuzz|race)\\.(?!.*IT$).*";
}

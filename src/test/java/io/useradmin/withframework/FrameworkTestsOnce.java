package io.useradmin.withframework;

import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * If the build runs all tests ({@code tests.all}), framework tests run only in the suites. The framework builds the service
 * only for these.
 */
public final class FrameworkTestsOnce
        implements PostDiscoveryFilter, LauncherSessionListener, LauncherDiscoveryListener {
    private static final boolean ALL = Boolean.getBoolean("tests.all");
    private static final TestTag TAG = TestTag.create(FrameworkTests.TAG);
    static final Set<String> SUITES = Set.of(
            FrameworkContractTests.class.getName(),
            FrameworkProfileTests.class.getName(),
            FrameworkTests.class.getName());
    /** If this property is set, the framework does not change test classes. */
    private static final String PLAIN = "prod.mode.tests";

    private static ClassLoader plainLoader = Thread.currentThread().getContextClassLoader();

    @Override
    public FilterResult apply(TestDescriptor test) {
        boolean elsewhere = ALL && test.getTags().contains(TAG) && !isInSuite(test.getUniqueId());
        return FilterResult.includedIf(!elsewhere);
    }

    /** Called before the framework replaces the class loader. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (ALL) {
            plainLoader = Thread.currentThread().getContextClassLoader();
            System.clearProperty(PLAIN);
        }
    }

    @Override
    public void launcherDiscoveryStarted(LauncherDiscoveryRequest request) {
        if (!ALL) {
            return;
        }
        if (request.getSelectorsByType(ClassSelector.class).stream().anyMatch(FrameworkTestsOnce::isSuite)) {
            System.clearProperty(PLAIN);
        } else {
            System.setProperty(PLAIN, "true");
            Thread.currentThread().setContextClassLoader(plainLoader);
        }
    }

    private static boolean isSuite(ClassSelector selector) {
        return SUITES.contains(selector.getClassName());
    }

    private static boolean isInSuite(UniqueId test) {
        return test.getSegments().stream().anyMatch(segment -> segment.getType().equals("suite"));
    }
}

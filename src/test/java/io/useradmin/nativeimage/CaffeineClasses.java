package io.useradmin.nativeimage;

import io.quarkus.caffeine.runtime.graal.CacheConstructorsFeature;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Caffeine generates a class for each kind of cache and loads it by name. */
final class CaffeineClasses {
    private static final String RECORD_STATS =
            "-J-D" + CacheConstructorsFeature.REGISTER_RECORD_STATS_IMPLEMENTATIONS + "=true";

    private CaffeineClasses() {}

    /** The classes that Quarkus registers in code. The metadata files that it writes do not contain them. */
    static Set<String> registeredByTheFramework(Predicate<String> isArgumentOfTheBuild) {
        Set<String> names = new HashSet<>(List.of(CacheConstructorsFeature.typesNeedingConstructorsRegistered()));
        if (isArgumentOfTheBuild.test(RECORD_STATS)) {
            names.addAll(List.of(CacheConstructorsFeature.typesNeedingConstructorsRegisteredWhenRecordingStats()));
        }
        return names;
    }
}

package io.useradmin.operator.settings;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.EnvConfigSource;
import java.util.List;
import java.util.Map;

/** Checks settings in environment variables that are not those of the test's process. */
public final class VariablesCheck {
    private static final int PRIORITY = 1000;

    private VariablesCheck() {}

    /** The errors, one per line, apart from a missing database. */
    public static List<String> problems(Map<String, String> variables) {
        return SettingsCheck.of(
                SettingsCheck.withDefaults(
                        ConfigUtils.emptyConfigBuilder().withSources(new EnvConfigSource(variables, PRIORITY))),
                false);
    }
}

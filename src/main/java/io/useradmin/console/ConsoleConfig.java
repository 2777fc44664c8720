package io.useradmin.console;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The settings of the console. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.console")
public interface ConsoleConfig {
    /** Whether the console is served at {@code /console}, and {@code /} redirects to it. Otherwise both are 404. */
    @WithDefault("true")
    boolean enabled();
}

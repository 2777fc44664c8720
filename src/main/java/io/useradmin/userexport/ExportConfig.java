package io.useradmin.userexport;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Bounds of the exports of users. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.user-exports")
public interface ExportConfig {
    /** The most exports that run at a time, in one replica; one more is 503. */
    @Bounds(atLeast = "1")
    @WithDefault("4")
    int maxRunning();

    /** How long an export may take; then its connection is broken off. */
    @Bounds(atLeast = "1s", atMost = "24h")
    @WithDefault("10m")
    Duration maxDuration();
}

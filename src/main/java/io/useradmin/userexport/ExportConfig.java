package io.useradmin.userexport;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** Limits of user exports. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.user-exports")
public interface ExportConfig {
    /** The most exports that one replica sends at a time. One more gets status 503. */
    @Bounds(atLeast = "1")
    @WithDefault("4")
    int maxRunning();

    /** The longest time that an export may take. Then the service closes its connection, or resets its HTTP/2 stream. */
    @Bounds(atLeast = "1s", atMost = "24h")
    @WithDefault("10m")
    Duration maxDuration();
}

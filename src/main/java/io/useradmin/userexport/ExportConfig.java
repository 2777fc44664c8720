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
    /**
     * The largest number of exports that one replica sends at the same time, at most three quarters of them for one tenant. More are
     * 503.
     */
    @Bounds(atLeast = "1")
    @WithDefault("4")
    int maxRunning();

    /** The longest time of an export. After that, the service closes its connection, or resets its HTTP/2 stream. */
    @Bounds(atLeast = "1s", atMost = "24h")
    @WithDefault("10m")
    Duration maxDuration();
}

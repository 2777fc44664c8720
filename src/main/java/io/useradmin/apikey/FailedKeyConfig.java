package io.useradmin.apikey;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;

/** The rate limit for invalid keys. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.failed-keys")
public interface FailedKeyConfig {
    /**
     * The most failures of one source per minute, and its burst after a minute without failures. If a key is not cached and not
     * known to exist, its lookup counts as a failure until the key turns out to be valid.
     */
    @Bounds(atLeast = "1")
    @WithDefault("600")
    int perMinute();
}

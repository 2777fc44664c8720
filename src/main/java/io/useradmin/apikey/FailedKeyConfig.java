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
     * The failures that one source may have per minute, or at once after a minute without any. The lookup of a key that this
     * replica does not know counts as one until the key turns out to be valid.
     */
    @Bounds(atLeast = "1")
    @WithDefault("600")
    int perMinute();
}

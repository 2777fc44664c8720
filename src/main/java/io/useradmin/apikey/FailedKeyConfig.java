package io.useradmin.apikey;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;

/** How often keys that are not good are answered in detail, before their sender is told to slow down. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.failed-keys")
public interface FailedKeyConfig {
    /**
     * The failures that one source may have a minute; as many at once where it had none for a minute. To look a key up that this
     * replica does not know counts as one until the key is found to be good.
     */
    @Bounds(atLeast = "1")
    @WithDefault("600")
    int perMinute();
}

package io.useradmin.apikey;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How often keys that are not good are answered in detail, before their sender is told to slow down. */
@ConfigMapping(prefix = "useradmin.failed-keys")
interface FailedKeyConfig {
    /** The failures that one source may have a minute, at least 1; as many at once where it had none for a minute. */
    @WithDefault("600")
    int perMinute();

    /** The most sources whose failures are remembered, at least 1; beyond, those that failed longest ago are forgotten. */
    @WithDefault("10000")
    int maxSources();
}

package io.useradmin.apikey;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long and how many key records an instance remembers. */
@ConfigMapping(prefix = "useradmin.api-key-cache")
interface KeyCacheConfig {
    /** How long a record is used before it is read again, at most 30 s: a revoked key works no longer than this. */
    @WithDefault("20s")
    Duration ttl();

    /** The most records kept, unknown ids included, so that guessing cannot fill the memory. */
    @WithDefault("10000")
    int maxEntries();
}

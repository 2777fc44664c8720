package io.useradmin.apikey;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;
import java.time.Duration;

/** The cache of key records. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.api-key-cache")
public interface KeyCacheConfig {
    /** The largest {@link #ttl()}. */
    String LONGEST_TTL = "20s";

    /**
     * How long a record is cached. A revoked key can work for this time and that of a lookup, and a stream of events with it a little
     * longer. The API promises at most 30 s.
     */
    @Bounds(atLeast = "1ms", atMost = LONGEST_TTL)
    @WithDefault("20s")
    Duration ttl();
}

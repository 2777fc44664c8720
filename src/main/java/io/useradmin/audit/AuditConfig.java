package io.useradmin.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Which reads are recorded. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.audit")
public interface AuditConfig {
    /**
     * Whether each response that can show private data is recorded as an event, {@code private_data.read}. Then the read is also
     * a write: it needs a connection of the pool, waits for the user's lock, and waits for the disk.
     */
    @WithDefault("false")
    boolean reads();
}

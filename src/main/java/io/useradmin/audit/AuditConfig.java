package io.useradmin.audit;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What is recorded in addition to changes. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.audit")
public interface AuditConfig {
    /**
     * Whether each response that can show private data is an event, {@code private_data.read}. Such a read then is a write: it takes a connection
     * of the pool, waits for changes of the user and is written to the disk.
     */
    @WithDefault("false")
    boolean reads();
}

package io.useradmin.shared;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Limits of lists. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.lists")
public interface ListLimits {
    /**
     * The largest number of counted elements. The {@code total_count} of a longer list is this number, marked as not exact. Each
     * request for a page counts; for 10,000 elements, this takes PostgreSQL about 3 ms.
     */
    @Bounds(atLeast = "1", atMost = "1000000")
    @WithDefault("10000")
    int maxCounted();
}

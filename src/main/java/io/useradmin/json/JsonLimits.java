package io.useradmin.json;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.useradmin.shared.Bounds;

/** Limits of a free-form data document. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.data")
public interface JsonLimits {
    /** The default of {@link #maxBytes}. */
    int DEFAULT_MAX_BYTES = 65_536;

    /**
     * The largest size of a data document after an update, in bytes of compact JSON in UTF-8. A larger one is 422. PostgreSQL can
     * store no larger object than the last bound.
     */
    @Bounds(
            atLeast = "2",
            atMost = {"useradmin.http.max-body-size", "268435455"})
    @WithDefault("" + DEFAULT_MAX_BYTES)
    int maxBytes();
}

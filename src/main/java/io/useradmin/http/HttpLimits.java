package io.useradmin.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Bounds of a request. */
@ConfigMapping(prefix = "useradmin.http")
public interface HttpLimits {
    /** The most bytes that a request body may have; more is 413. */
    @WithDefault("262144")
    int maxBodySize();
}

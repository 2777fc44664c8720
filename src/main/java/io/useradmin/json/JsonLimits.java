package io.useradmin.json;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Bounds of a free-form data document. */
@ConfigMapping(prefix = "useradmin.data")
public interface JsonLimits {
    /** The most bytes that a data document may take as UTF-8 text after an update; more is 422. */
    @WithDefault("65536")
    int maxBytes();

    /** The most levels that objects and arrays may be nested, the document itself being the first; more is 422. */
    @WithDefault("32")
    int maxDepth();

    /** The most characters of a member's name; more is 422. */
    @WithDefault("256")
    int maxNameLength();
}

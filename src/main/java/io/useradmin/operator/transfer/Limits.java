package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;

/** Bounds of a data document, outside of the running service. */
public record Limits(int maxBytes, int maxDepth, int maxNameLength) implements JsonLimits {
    /** The service's defaults. */
    public static final Limits DEFAULT = new Limits(65_536, 32, 256);
}

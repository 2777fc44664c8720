package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import org.eclipse.microprofile.config.Config;

/** The service's bounds of data documents, where the framework that would read them does not run. */
public record DataLimits(int maxBytes, int maxDepth, int maxNameLength) implements JsonLimits {
    /** As {@code config} has them, else the service's defaults. */
    public static DataLimits of(Config config) {
        return new DataLimits(
                value(config, "max-bytes", 65_536),
                value(config, "max-depth", 32),
                value(config, "max-name-length", 256));
    }

    private static int value(Config config, String name, int otherwise) {
        return config.getOptionalValue("useradmin.data." + name, Integer.class).orElse(otherwise);
    }
}

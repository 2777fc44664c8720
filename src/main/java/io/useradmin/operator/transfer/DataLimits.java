package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import org.eclipse.microprofile.config.Config;

/** The service's bounds of data documents, where the framework that would read them does not run. */
public record DataLimits(int maxBytes) implements JsonLimits {
    /** As {@code config} has them, else the service's defaults. */
    public static DataLimits of(Config config) {
        return new DataLimits(config.getOptionalValue("useradmin.data.max-bytes", Integer.class)
                .orElse(65_536));
    }
}

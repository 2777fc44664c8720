package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import org.eclipse.microprofile.config.Config;

/** The service's limits of data documents, read without Quarkus. */
public record DataLimits(int maxBytes) implements JsonLimits {
    /** The service's defaults. */
    public static final DataLimits DEFAULTS = new DataLimits(DEFAULT_MAX_BYTES);

    /** The values of {@code config}, or the defaults. */
    public static DataLimits of(Config config) {
        return config.getOptionalValue("useradmin.data.max-bytes", Integer.class)
                .map(DataLimits::new)
                .orElse(DEFAULTS);
    }
}

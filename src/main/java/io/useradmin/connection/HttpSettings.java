package io.useradmin.connection;

import io.quarkus.vertx.http.runtime.ServerLimitsConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.smallrye.config.SmallRyeConfig;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;

/** The settings of Quarkus for the port of the API. Vert.x does not show those of a server to its transport. */
final class HttpSettings {
    private HttpSettings() {}

    /** The limits; empty if the server is not one of Quarkus, as in tests without it. */
    static Optional<ServerLimitsConfig> limits() {
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        try {
            return Optional.of(config.getConfigMapping(VertxHttpConfig.class).limits());
        } catch (NoSuchElementException withoutQuarkus) {
            return Optional.empty();
        }
    }
}

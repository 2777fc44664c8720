package io.useradmin.http2;

import io.quarkus.vertx.http.runtime.ServerLimitsConfig;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.smallrye.config.SmallRyeConfig;
import org.eclipse.microprofile.config.ConfigProvider;

/** The settings of Quarkus for the port of the API. Vert.x does not show those of a server to its transport. */
final class HttpSettings {
    private HttpSettings() {}

    static ServerLimitsConfig limits() {
        return ConfigProvider.getConfig()
                .unwrap(SmallRyeConfig.class)
                .getConfigMapping(VertxHttpConfig.class)
                .limits();
    }
}

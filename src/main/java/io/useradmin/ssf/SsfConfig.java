package io.useradmin.ssf;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** The settings of OpenID Shared Signals. */
@RegisterForReflection // For operator.settings
@ConfigMapping(prefix = "useradmin.ssf")
public interface SsfConfig {
    /**
     * The issuer of tokens, as in {@code https://id.example.com}, without a path. Receivers must reach the service at this address.
     * Empty: Shared Signals are off.
     */
    Optional<String> issuer();
}

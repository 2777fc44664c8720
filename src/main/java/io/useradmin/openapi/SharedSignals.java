package io.useradmin.openapi;

import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Operation;

/** What only the operations of Shared Signals have in common. */
final class SharedSignals {
    private SharedSignals() {}

    /** Whether {@code path} exists only with Shared Signals. */
    static boolean have(String path) {
        return path.startsWith("/api/ssf/");
    }

    /** Adds that receivers can send the key as an OAuth bearer token. */
    static void complete(Operation operation, String path) {
        if (have(path)) {
            operation.setSecurity(Stream.of("ApiKey", "Bearer")
                    .map(scheme -> OASFactory.createSecurityRequirement().addScheme(scheme))
                    .toList());
        }
    }
}

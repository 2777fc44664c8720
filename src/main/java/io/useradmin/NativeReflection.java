package io.useradmin;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** Classes that libraries load by name. Only registered classes are in the native binary, and Quarkus does not register these. */
@RegisterForReflection(
        classNames = {
            // JacksonRecorder, by quarkus.jackson.property-naming-strategy.
            "com.fasterxml.jackson.databind.PropertyNamingStrategies$SnakeCaseStrategy",
            // An entry of a Caffeine cache with expireAfterAccess and maximumSize (apikey/KeyCache).
            "com.github.benmanes.caffeine.cache.PSAMS",
            // A Caffeine cache with maximumWeight (ssf/SecurityEventTokens).
            "com.github.benmanes.caffeine.cache.SSMW",
            // Vertx.vertx() of the command deliver looks for all providers of services. It fails if it does not find
            // this one, which is for servers and has no effect there. The service has it without a look-up.
            "io.useradmin.connection.GuardedTransport",
        })
final class NativeReflection {
    private NativeReflection() {}
}

package io.useradmin;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** Classes that libraries load by name, which the native binary has only if it is told, and of which the framework does not tell it. */
@RegisterForReflection(
        classNames = {
            // JacksonRecorder, by quarkus.jackson.property-naming-strategy.
            "com.fasterxml.jackson.databind.PropertyNamingStrategies$SnakeCaseStrategy",
            // An entry of a Caffeine cache with expireAfterAccess and maximumSize (apikey/FailedKeyLimit,
            // apikey/KeyRecords).
            "com.github.benmanes.caffeine.cache.PSAMS",
        })
final class NativeReflection {
    private NativeReflection() {}
}

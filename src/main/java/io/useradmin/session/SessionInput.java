package io.useradmin.session;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checked input for a session. Times are in seconds since the Unix epoch.
 *
 * @param initiatedAt null for now, or for the stored time if the session exists
 * @param lastUpdated null for now
 */
@RegisterForReflection // Statements take it apart as JSON.
public record SessionInput(
        String sessionKey,
        @Nullable Long initiatedAt,
        long expiresAt,
        @Nullable Long lastUpdated,
        List<String> clientIds,
        Map<String, String> lastMetadata) {
    public SessionInput {
        clientIds = List.copyOf(clientIds);
        lastMetadata = Map.copyOf(lastMetadata);
    }
}

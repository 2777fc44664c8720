package io.useradmin.session;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The validated input for a session. Times are in seconds since the Unix epoch.
 *
 * @param initiatedAt null means now, or the stored time if the session exists
 * @param lastUpdated null means now
 */
@RegisterForReflection // Serialized to JSON for statements.
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

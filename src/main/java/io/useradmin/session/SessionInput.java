package io.useradmin.session;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session as it is brought in, checked. Times are in seconds since the Unix epoch.
 *
 * @param initiatedAt nothing where the session began when it was first heard of
 * @param lastUpdated nothing where that is now
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

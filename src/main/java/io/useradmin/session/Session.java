package io.useradmin.session;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A live session of a user. Times are in seconds since the Unix epoch.
 *
 * @param lastMetadata JSON text of the shape of {@link Metadata}
 */
@Schema(description = "A live session of a user.")
public record Session(
        String sessionId,
        String sessionKey,
        long initiatedAt,
        long expiresAt,
        long lastUpdated,
        List<String> clientIds,

        @Schema(implementation = Metadata.class) @JsonRawValue
        String lastMetadata) {

    public Session {
        clientIds = List.copyOf(clientIds);
    }

    /** Where the session was last seen. */
    @Schema(name = "SessionMetadata", description = "Where the session was last seen. What is not known is left out.")
    public record Metadata(
            @Nullable String country,
            @Nullable String city,
            @Nullable String region,
            @Nullable String latitude,
            @Nullable String longitude,
            @Nullable String ipAddress,
            @Nullable String userAgent) {}
}

package io.useradmin.session;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.useradmin.shared.Identifier;
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
        @Schema(ref = "Identifier") String sessionId,

        @Schema(description = "The session's opaque key.", examples = "sk_9f86d081884c7d659a2feaa0c55ad015")
        String sessionKey,

        @Schema(description = "When the session began.") long initiatedAt,

        @Schema(description = "When the session ends.", examples = "1893456000")
        long expiresAt,

        @Schema(description = "When the session last changed.")
        long lastUpdated,

        @Schema(
                description = "The clients that the session is bound to.",
                pattern = Identifier.PATTERN,
                examples = "[\"web-shop\", \"mobile-app\"]")
        List<String> clientIds,

        @Schema(implementation = Metadata.class) @JsonRawValue
        String lastMetadata) {

    public Session {
        clientIds = List.copyOf(clientIds);
    }

    /** Where the session was last seen. */
    @Schema(name = "SessionMetadata", description = "Where the session was last seen. What is not known is left out.")
    public record Metadata(
            @Schema(
                    description = "The country.",
                    examples = "FI",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String country,

            @Schema(
                    description = "The city.",
                    examples = "Turku",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String city,

            @Schema(
                    description = "The region of the country.",
                    examples = "Varsinais-Suomi",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String region,

            @Schema(
                    description = "The latitude in degrees, as text.",
                    examples = "60.45",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String latitude,

            @Schema(
                    description = "The longitude in degrees, as text.",
                    examples = "22.27",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String longitude,

            @Schema(
                    description = "The address that the user came from.",
                    examples = "203.0.113.7",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String ipAddress,

            @Schema(
                    description = "The `User-Agent` of the user's browser or app.",
                    examples = "Mozilla/5.0",
                    minLength = 1,
                    maxLength = SessionParser.LONGEST_METADATA)
            @Nullable String userAgent) {}
}

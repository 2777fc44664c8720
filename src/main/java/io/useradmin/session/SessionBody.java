package io.useradmin.session;

import io.useradmin.session.Session.Metadata;
import io.useradmin.shared.Identifier;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that puts a session, which {@link SessionParser} reads. */
@Schema(
        description = "The session to record: a Session object.",
        additionalProperties = Schema.False.class,
        examples = """
                {"session_key": "sk_9f86d081884c7d659a2feaa0c55ad015", "expires_at": 1893456000, "client_ids": ["web-shop"],
                 "last_metadata": {"country": "FI", "ip_address": "203.0.113.7"}}""")
record SessionBody(
        @Schema(ref = "Identifier") @Nullable String sessionId,

        @Schema(
                description = "The session's opaque key.",
                minLength = 1,
                maxLength = SessionParser.LONGEST_KEY,
                examples = "sk_9f86d081884c7d659a2feaa0c55ad015")
        String sessionKey,

        @Schema(description = "When the session began. If left out, it stays; for a new session, it is now.") @Nullable Long initiatedAt,

        @Schema(description = "When the session ends.", examples = "1893456000")
        long expiresAt,

        @Schema(description = "When the session last changed. If left out, it is now.") @Nullable Long lastUpdated,

        @Schema(
                description = "The identifiers of the clients that the session is bound to, without duplicates.",
                pattern = Identifier.PATTERN,
                examples = "[\"web-shop\"]")
        @Nullable List<String> clientIds,

        @Nullable Metadata lastMetadata) {}

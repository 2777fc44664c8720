package io.useradmin.session;

import io.useradmin.shared.Identifier;
import io.useradmin.shared.IpNetwork;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that revokes a user's sessions, which {@link SessionResource} reads. */
@Schema(
        description =
                "Which of the user's sessions to revoke: those that match all given members. Without members, all.",
        additionalProperties = Schema.False.class)
record RevokeSessionsBody(
        @Schema(
                description = "Identifiers of sessions that stay, such as the caller's own, without duplicates.",
                pattern = Identifier.PATTERN,
                examples = "[\"019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b\"]")
        @Nullable List<String> except,

        @Schema(
                description = "Only sessions that are bound to this client; they can be bound to others too.",
                ref = "Identifier")
        @Nullable String clientId,

        @Schema(
                description = "Only sessions last seen at this address or in this network.",
                pattern = IpNetwork.CHARACTERS,
                minLength = 2,
                maxLength = IpNetwork.LONGEST,
                examples = {"203.0.113.7", "203.0.113.0/24"})
        @Nullable String ipAddress,

        @Schema(description = "Only sessions that began before this time.") @Nullable Long initiatedBefore,

        @Schema(
                description = "If true, the call changes nothing and only counts what it would revoke.",
                examples = "true")
        @Nullable Boolean dryRun) {}

package io.useradmin.session;

import io.useradmin.shared.BulkCall;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.IpNetwork;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that revokes sessions across the tenant, which {@link TenantSessionsResource} reads. */
@Schema(
        description =
                "Which sessions of the tenant to revoke: those that match all given members. At least one of `user_ids`,"
                        + " `group_id`, `client_id`, `ip_address` and `initiated_before` is required.",
        additionalProperties = Schema.False.class,
        examples = """
                {"client_id": "web-shop", "initiated_before": 1767225600, "dry_run": true}""")
record RevokeAcrossBody(
        @Schema(
                description = "Only sessions of these users, without duplicates.",
                pattern = Identifier.PATTERN,
                minItems = 1,
                examples = "[\"u1\", \"u2\"]")
        @Nullable List<String> userIds,

        @Schema(description = "Only sessions of members of this group. An unknown one has none.", ref = "Identifier")
        @Nullable String groupId,

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
                description = "Users whose sessions stay, without duplicates.",
                pattern = Identifier.PATTERN,
                examples = "[\"u3\"]")
        @Nullable List<String> exceptUserIds,

        @Schema(
                description = "The most sessions that this call revokes.",
                minimum = "1",
                maximum = "" + BulkCall.LARGEST,
                defaultValue = "" + BulkCall.LARGEST,
                examples = "1000")
        @Nullable Integer limit,

        @Schema(
                description = "`next` of the previous call, with the same selector; otherwise 400.",
                pattern = "^[A-Za-z0-9_-]+$",
                maxLength = LONGEST_CURSOR,
                examples = "MSA0NWEyYzY2NjQyOTk1ZTNmIHUxIHMxIDE")
        @Nullable String next,

        @Schema(
                description = "If true, the call changes nothing and only counts what it would revoke.",
                examples = "true")
        @Nullable Boolean dryRun) {
    static final int LONGEST_CURSOR = 512;
}

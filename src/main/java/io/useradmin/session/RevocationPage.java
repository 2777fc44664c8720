package io.useradmin.session;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The sessions that one call revoked across the tenant, or would revoke. */
@Schema(description = "What this call revoked, or would revoke.")
record RevocationPage(
        @Schema(description = "How many sessions; can be 0 even if there is a `next`.", examples = "10000")
        int revoked,

        @Schema(
                description =
                        "How many users they belonged to. If two calls revoke sessions of a user, only the first counts the user.",
                examples = "4200")
        int users,

        @Schema(
                description = "`next` for the next call; left out at the end.",
                maxLength = RevokeAcrossBody.LONGEST_CURSOR,
                examples = "MSA0NWEyYzY2NjQyOTk1ZTNmIHUxIHMxIDE")
        @Nullable String next) {}

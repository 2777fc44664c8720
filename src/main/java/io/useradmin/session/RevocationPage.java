package io.useradmin.session;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What one call revoked across the tenant, or would revoke. */
@Schema(description = "What this call revoked, or would revoke.")
record RevocationPage(
        @Schema(description = "How many sessions; can be 0 although there is a `next`.", examples = "10000")
        int revoked,

        @Schema(
                description =
                        "How many users they belonged to. One whose sessions two calls revoke is counted by the first.",
                examples = "4200")
        int users,

        @Schema(
                description = "Where the next call goes on; left out at the end.",
                maxLength = RevokeAcrossBody.LONGEST_CURSOR,
                examples = "MSA0NWEyYzY2NjQyOTk1ZTNmIHUxIHMxIDE")
        @Nullable String next) {}

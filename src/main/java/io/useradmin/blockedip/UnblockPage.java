package io.useradmin.blockedip;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The addresses that one call unblocked across the tenant, or would unblock. */
@Schema(description = "What this call unblocked, or would unblock.")
record UnblockPage(
        @Schema(description = "How many addresses of users; can be 0 even if there is a `next`.", examples = "10000")
        int unblocked,

        @Schema(
                description = "For how many users this call unblocked them. Several calls can count the same user.",
                examples = "9987")
        int users,

        @Schema(
                description = "`next` for the next call; left out at the end.",
                maxLength = UnblockAcrossBody.LONGEST_CURSOR,
                examples = "MSA0NWEyYzY2NjQyOTk1ZTNmIDIwMy4wLjExMy43IHUx")
        @Nullable String next) {}

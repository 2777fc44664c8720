package io.useradmin.blockedip;

import io.useradmin.shared.IpNetwork;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that unblocks across the tenant, which {@link TenantBlockedIpsResource} reads. */
@Schema(description = "What to unblock for every user.", additionalProperties = Schema.False.class, examples = """
                {"ip_address": "203.0.113.0/24", "dry_run": true}""")
record UnblockAcrossBody(
        @Schema(
                description = "An IPv4 or IPv6 address in any notation, or a network without bits behind its prefix.",
                pattern = IpNetwork.CHARACTERS,
                minLength = 2,
                maxLength = IpNetwork.LONGEST,
                examples = {"203.0.113.7", "203.0.113.0/24", "2001:db8::/32"})
        String ipAddress,

        @Schema(
                description = "`next` of the previous call, with the same address; otherwise 400.",
                pattern = "^[A-Za-z0-9_-]+$",
                maxLength = LONGEST_CURSOR,
                examples = "MSA0NWEyYzY2NjQyOTk1ZTNmIDIwMy4wLjExMy43IHUx")
        @Nullable String next,

        @Schema(
                description = "If true, the call changes nothing and only counts what it would unblock.",
                examples = "true")
        @Nullable Boolean dryRun) {
    static final int LONGEST_CURSOR = 512;
}

package io.useradmin.blockedip;

import io.useradmin.shared.IpNetwork;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body that unblocks an address, which {@link BlockedIpResource} reads. */
@Schema(description = "Which address to unblock.", additionalProperties = Schema.False.class)
record UnblockRequest(
        @Schema(
                description =
                        "An IPv4 or IPv6 address in any notation, a network without bits behind its prefix, or `all` for every"
                                + " address of the user.",
                pattern = "^(all|[0-9A-Fa-f:.]+(/[0-9]{1,3})?)$",
                minLength = 2,
                maxLength = IpNetwork.LONGEST,
                examples = {"203.0.113.7", "2001:db8::/32", BlockedIpRepository.ALL})
        String ipAddress) {}

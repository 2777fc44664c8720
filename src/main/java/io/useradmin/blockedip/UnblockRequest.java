package io.useradmin.blockedip;

import io.useradmin.shared.IpAddress;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body of an unblock, which {@link BlockedIpResource} reads. */
@Schema(description = "Which address to unblock.", additionalProperties = Schema.False.class)
record UnblockRequest(
        @Schema(
                description = "An IPv4 or IPv6 address in any of its forms, or `all` for every address of the user.",
                pattern = "^(all|[0-9A-Fa-f:.]+)$",
                minLength = 2,
                maxLength = IpAddress.LONGEST,
                examples = {"203.0.113.7", "2001:db8::1", BlockedIpResource.ALL})
        String ipAddress) {}

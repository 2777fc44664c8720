package io.useradmin.blockedip;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body of an unblock, which {@link BlockedIpResource} reads. */
@Schema(description = "Which address to unblock.", additionalProperties = Schema.False.class)
record UnblockRequest(
        @Schema(
                description = "An IPv4 or IPv6 address in any of its forms, or all for every address of the user.",
                required = true,
                minLength = 1,
                maxLength = 45,
                examples = {"203.0.113.7", "2001:db8::1", BlockedIpResource.ALL})
        String ipAddress) {}

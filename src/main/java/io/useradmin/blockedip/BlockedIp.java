package io.useradmin.blockedip;

import io.useradmin.shared.IpAddress;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** An address that is blocked for a user now. Times are in seconds since the Unix epoch. */
@Schema(description = "An address that is blocked for a user now.")
record BlockedIp(
        @Schema(
                description = "The IPv4 or IPv6 address in its shortest form.",
                pattern = IpAddress.CHARACTERS,
                minLength = 2,
                maxLength = IpAddress.LONGEST,
                examples = "203.0.113.7")
        String ip,

        @Schema(description = "When the block ends on its own.", examples = "1893456000")
        long blockUntil,

        @Schema(description = "When somebody last tried to sign in from the address.")
        long lastLoginAttempt,

        @Schema(description = "The number of logins from the address.", examples = "3")
        int loginCount,

        @Schema(description = "The number of failed logins from the address; unblocking sets it to 0.", examples = "5")
        int failureCount) {}

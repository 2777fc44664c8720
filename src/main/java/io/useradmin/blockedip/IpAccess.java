package io.useradmin.blockedip;

import io.useradmin.shared.IpAddress;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The state of an IP address that tried to sign in as a user. Times are in seconds since the Unix epoch. */
@Schema(description = "The state of an address that tried to sign in as the user, blocked or not.")
record IpAccess(
        @Schema(
                description = "The IPv4 or IPv6 address in its shortest form.",
                pattern = IpAddress.CHARACTERS,
                minLength = 2,
                maxLength = IpAddress.LONGEST,
                examples = "203.0.113.7")
        String ip,

        @Schema(description = "Until when the address is blocked; left out if it is not.", examples = "1893456000")
        @Nullable Long blockUntil,

        @Schema(description = "When somebody last tried to sign in from the address.")
        long lastLoginAttempt,

        @Schema(description = "The number of logins from the address.", examples = "3")
        int loginCount,

        @Schema(description = "The number of failed logins from the address.", examples = "5")
        int failureCount) {}

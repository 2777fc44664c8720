package io.useradmin.blockedip;

import io.useradmin.shared.IpAddress;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that puts the state of an address, which {@link AccessInput} reads. */
@Schema(description = "The complete state of an address.", additionalProperties = Schema.False.class, examples = """
                {"block_until": 1893456000, "last_login_attempt": 1767225600, "login_count": 3, "failure_count": 5}""")
record IpAccessBody(
        @Schema(
                description = "The address in any notation. It can be left out, because the path has it.",
                pattern = IpAddress.CHARACTERS,
                minLength = 2,
                maxLength = IpAddress.LONGEST,
                examples = "203.0.113.7")
        @Nullable String ip,

        @Schema(
                description = "Until when the address is blocked. If left out, it is not blocked.",
                examples = "1893456000")
        @Nullable Long blockUntil,

        @Schema(description = "When somebody last tried to sign in from the address.")
        long lastLoginAttempt,

        @Schema(description = "The number of logins from the address.", examples = "3")
        int loginCount,

        @Schema(description = "The number of failed logins from the address.", examples = "5")
        int failureCount) {}

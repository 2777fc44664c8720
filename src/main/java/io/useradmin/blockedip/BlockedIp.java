package io.useradmin.blockedip;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** An address that is blocked for a user now. Times are in seconds since the Unix epoch. */
@Schema(description = "An address that is blocked for a user now.")
public record BlockedIp(String ip, long blockUntil, long lastLoginAttempt, int loginCount, int failureCount) {}

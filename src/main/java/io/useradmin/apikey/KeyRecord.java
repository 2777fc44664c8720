package io.useradmin.apikey;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stored data that checking a key needs. */
record KeyRecord(
        String keyId,
        String tenantId,
        SecretDigest secretDigest,
        Set<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        @Nullable RateLimit limit) {

    /** The precision of the last use: a busy key costs one write a minute, not one per request. */
    static final Duration LAST_USE_PRECISION = Duration.ofMinutes(1);

    /** Stands for an unknown key, which is so refused in the time that a wrong secret takes; it was revoked long ago. */
    static final KeyRecord OF_NOBODY =
            new KeyRecord("", "", SecretDigest.parse("0".repeat(64)), Set.of(), null, Instant.EPOCH, null, null);

    KeyRecord {
        scopes = Set.copyOf(scopes);
    }

    boolean isGood(ApiKey presented, Instant now) {
        // The digests are compared in constant time, before any other check.
        return secretDigest.matches(presented.digest()) && isActive(now);
    }

    /** Whether the key is neither revoked nor expired. */
    boolean isActive(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** Whether its last use was stored recently enough. */
    boolean wasUsedRecently(Instant now) {
        return lastUsedAt != null && lastUsedAt.isAfter(now.minus(LAST_USE_PRECISION));
    }

    Caller caller() {
        return new Caller(keyId, tenantId, scopes, limit);
    }
}

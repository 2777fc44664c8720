package io.useradmin.apikey;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The stored data that a key check needs.
 *
 * @param isUseNoted whether a use was noted since the record was read; false at first
 */
record KeyRecord(
        String keyId,
        String tenantId,
        SecretDigest secretDigest,
        Set<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        @Nullable RateLimit limit,
        AtomicBoolean isUseNoted) {

    /** The precision of the stored last use: a busy key causes one write a minute, not one per request. */
    static final Duration LAST_USE_PRECISION = Duration.ofMinutes(1);

    /** Replaces the record of an unknown key, so that its refusal takes as long as that of a wrong secret. It is revoked. */
    static final KeyRecord UNKNOWN_KEY = new KeyRecord(
            "", "", SecretDigest.parse("0".repeat(64)), Set.of(), null, Instant.EPOCH, null, null, new AtomicBoolean());

    KeyRecord {
        scopes = Set.copyOf(scopes);
    }

    boolean isGood(ApiKey presented, Instant now) {
        // Compares the digests in constant time, and before any other check.
        return secretDigest.matches(presented.digest()) && isActive(now);
    }

    /** Whether the key is neither revoked nor expired. */
    boolean isActive(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** Notes a use. Returns whether it must be stored: none was stored recently, or noted since the record was read. */
    boolean noteUse(Instant now) {
        return !isUseNoted.get() && !wasUsedRecently(now) && isUseNoted.compareAndSet(false, true);
    }

    private boolean wasUsedRecently(Instant now) {
        return lastUsedAt != null && lastUsedAt.isAfter(now.minus(LAST_USE_PRECISION));
    }

    Caller caller() {
        return new Caller(keyId, tenantId, scopes, limit);
    }
}

package io.useradmin.apikey;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is stored of a key, as far as a check needs it. */
record KeyRecord(
        String keyId,
        String tenantId,
        String secretDigest,
        List<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt) {

    /** The last use is told to this precision, so that a busy key costs a write a minute and not one a request. */
    static final Duration LAST_USE_PRECISION = Duration.ofMinutes(1);

    /** Stands for an unknown key, which is so refused in the time that a wrong secret takes; it was revoked long ago. */
    static final KeyRecord OF_NOBODY = new KeyRecord("", "", "0".repeat(64), List.of(), null, Instant.EPOCH, null);

    boolean isGood(ApiKey presented, Instant now) {
        // The digests are compared in constant time, before anything that could answer sooner.
        return MessageDigest.isEqual(
                        secretDigest.getBytes(US_ASCII),
                        presented.secretDigest().getBytes(US_ASCII))
                && isActive(now);
    }

    /** Whether it is neither revoked nor expired. */
    boolean isActive(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** Whether its last use need not be noted again. */
    boolean wasUsedRecently(Instant now) {
        return lastUsedAt != null && lastUsedAt.isAfter(now.minus(LAST_USE_PRECISION));
    }

    Caller caller() {
        return new Caller(keyId, tenantId, Set.copyOf(scopes));
    }
}

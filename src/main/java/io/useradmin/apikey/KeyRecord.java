package io.useradmin.apikey;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is stored of a key, as far as a check needs it. */
@RegisterForReflection
record KeyRecord(
        String keyId,
        String tenantId,
        String secretDigest,
        List<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {

    /** Stands for an unknown key, which is so refused in the time that a wrong secret takes; it was revoked long ago. */
    static final KeyRecord OF_NOBODY = new KeyRecord("", "", "0".repeat(64), List.of(), null, Instant.EPOCH);

    boolean isGood(ApiKey presented, Instant now) {
        // The digests are compared in constant time, before anything that could answer sooner.
        return MessageDigest.isEqual(
                        secretDigest.getBytes(US_ASCII),
                        presented.secretDigest().getBytes(US_ASCII))
                && revokedAt == null
                && (expiresAt == null || now.isBefore(expiresAt));
    }

    Caller caller() {
        return new Caller(keyId, tenantId, Set.copyOf(scopes));
    }
}

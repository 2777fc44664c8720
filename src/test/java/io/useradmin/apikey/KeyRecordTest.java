package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Tenant;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** When a key is valid. */
class KeyRecordTest {
    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");

    private final ApiKey key = Tenant.newKey();

    @Test
    void aKeyWithoutAnExpiryIsGoodForEver() {
        assertThat(stored(null, null).isGood(key, Instant.EPOCH)).isTrue();
        assertThat(stored(null, null).isGood(key, NOW)).isTrue();
        assertThat(stored(null, null).isGood(key, Instant.parse("9999-12-31T23:59:59Z")))
                .isTrue();
    }

    @Test
    void aKeyIsGoodUntilBeforeItsExpiry() {
        KeyRecord stored = stored(NOW, null);

        assertThat(stored.isGood(key, NOW.minusNanos(1))).isTrue();
        assertThat(stored.isGood(key, NOW)).isFalse();
        assertThat(stored.isGood(key, NOW.plusNanos(1))).isFalse();
    }

    @Test
    void aRevokedKeyIsInvalidWhateverItsExpiry() {
        assertThat(stored(null, NOW).isGood(key, NOW)).isFalse();
        assertThat(stored(NOW.plusSeconds(60), NOW).isGood(key, NOW)).isFalse();
    }

    @Test
    void anotherSecretIsNotGood() {
        ApiKey guessed = new ApiKey(key.keyId(), "0".repeat(48));

        assertThat(stored(null, null).isGood(guessed, NOW)).isFalse();
    }

    @Test
    void theDigestItselfIsNoSecret() {
        ApiKey stolen = new ApiKey(key.keyId(), key.secretDigest());

        assertThat(stored(null, null).isGood(stolen, NOW)).isFalse();
    }

    @Test
    void introducesTheCallerWithoutItsSecret() {
        assertThat(stored(null, null).caller())
                .isEqualTo(new Caller(key.keyId(), "tenant", Set.of("sessions:read", "users:delete"), null));
    }

    private KeyRecord stored(Instant expiresAt, Instant revokedAt) {
        return new KeyRecord(
                key.keyId(),
                "tenant",
                key.digest(),
                Set.of("sessions:read", "users:delete"),
                expiresAt,
                revokedAt,
                null,
                null,
                new AtomicBoolean());
    }
}

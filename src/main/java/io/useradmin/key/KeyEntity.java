package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RateLimit;
import io.useradmin.apikey.StoredKey;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code api_keys} without its digest, which {@link KeyRepository} reads after it has locked the row. */
@Entity(name = "ApiKey")
@Table(name = "api_keys")
@Immutable
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class KeyEntity {
    @Id
    @Column(name = "key_id")
    String keyId;

    @Column(name = "tenant_id")
    String tenantId;

    @Column(name = "name")
    String name;

    @JdbcTypeCode(SqlTypes.ARRAY)
    @Column(name = "scopes")
    List<String> scopes;

    @Column(name = "created_at")
    Instant createdAt;

    @Nullable @Column(name = "expires_at")
    Instant expiresAt;

    @Column(name = "rotated")
    boolean rotated;

    @Nullable @Column(name = "made_to_expire_at")
    Instant madeToExpireAt;

    @Nullable @Column(name = "revoked_at")
    Instant revokedAt;

    @Nullable @Column(name = "last_used_at")
    Instant lastUsedAt;

    @Nullable @Column(name = "rate_requests")
    Integer rateRequests;

    @Nullable @Column(name = "rate_seconds")
    Integer rateSeconds;

    @Nullable @Column(name = "rate_burst")
    Integer rateBurst;

    StoredKey key() {
        RateLimit limit = RateLimit.stored(rateRequests, rateSeconds, rateBurst);
        return new StoredKey(
                keyId,
                new KeyGrant(tenantId, name, scopes, expiresAt, limit),
                createdAt,
                rotated ? madeToExpireAt : expiresAt,
                revokedAt,
                lastUsedAt);
    }
}

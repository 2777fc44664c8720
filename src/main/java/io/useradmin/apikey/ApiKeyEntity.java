package io.useradmin.apikey;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code api_keys}. */
@Entity(name = "ApiKey")
@Table(name = "api_keys")
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class ApiKeyEntity {
    @Id
    @Column(name = "key_id")
    String keyId;

    @Column(name = "tenant_id")
    String tenantId;

    @Column(name = "secret_sha256")
    String secretDigest;

    @Column(name = "scopes")
    List<String> scopes;

    @Column(name = "expires_at")
    @Nullable Instant expiresAt;

    @Column(name = "revoked_at")
    @Nullable Instant revokedAt;

    @Column(name = "last_used_at")
    @Nullable Instant lastUsedAt;
}

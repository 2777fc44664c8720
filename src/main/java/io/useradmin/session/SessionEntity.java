package io.useradmin.session;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.ColumnTransformer;

/** A row of {@code sessions}. */
@Entity(name = "Session")
@Table(name = "sessions")
@IdClass(SessionEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class SessionEntity {
    @RegisterForReflection
    record Key(String tenantId, String userId, String sessionId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "user_id")
    String userId;

    @Id
    @Column(name = "session_id")
    String sessionId;

    @Column(name = "session_key")
    String sessionKey;

    @Column(name = "initiated_at")
    Instant initiatedAt;

    @Column(name = "expires_at")
    Instant expiresAt;

    @Column(name = "last_updated_at")
    Instant lastUpdatedAt;

    @Column(name = "client_ids")
    List<String> clientIds;

    /** JSON text, handed through as it is. */
    @Column(name = "last_metadata")
    @ColumnTransformer(read = "last_metadata::text")
    String lastMetadata;
}

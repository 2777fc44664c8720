package io.useradmin.identity;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code external_identities}. */
@Entity(name = "ExternalIdentity")
@Table(name = "external_identities")
@IdClass(ExternalIdentityEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class ExternalIdentityEntity {
    @RegisterForReflection
    record Key(String tenantId, String userId, String authenticator, String providerUserId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "user_id")
    String userId;

    @Id
    @Column(name = "authenticator")
    String authenticator;

    @Id
    @Column(name = "provider_user_id")
    String providerUserId;
}

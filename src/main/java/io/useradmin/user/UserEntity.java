package io.useradmin.user;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code users}. When it is deleted, foreign keys delete everything that belongs to the user. */
@Entity(name = "User")
@Table(name = "users")
@IdClass(UserEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class UserEntity {
    @RegisterForReflection
    record Key(String tenantId, String userId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "user_id")
    String userId;
}

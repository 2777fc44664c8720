package io.useradmin.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code group_members}. */
@Entity(name = "Membership")
@Table(name = "group_members")
@IdClass(MembershipEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class MembershipEntity {
    @RegisterForReflection
    record Key(String tenantId, String userId, String groupId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "user_id")
    String userId;

    @Id
    @Column(name = "group_id")
    String groupId;
}

package io.useradmin.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code groups}. Who is in the group goes with it by the foreign key. */
@Entity(name = "Group")
@Table(name = "groups")
@IdClass(GroupEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class GroupEntity {
    @RegisterForReflection
    record Key(String tenantId, String groupId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "group_id")
    String groupId;
}

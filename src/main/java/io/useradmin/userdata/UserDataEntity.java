package io.useradmin.userdata;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.hibernate.annotations.ColumnTransformer;

/** The data columns of a row of {@code users}. */
@Entity(name = "UserData")
@Table(name = "users")
@IdClass(UserDataEntity.Key.class)
@SuppressWarnings("NullAway.Init") // Hibernate fills the fields.
class UserDataEntity {
    @RegisterForReflection
    record Key(String tenantId, String userId) {}

    @Id
    @Column(name = "tenant_id")
    String tenantId;

    @Id
    @Column(name = "user_id")
    String userId;

    @Column(name = "public_data")
    @ColumnTransformer(read = "public_data::text")
    String publicData;

    @Column(name = "public_data_version")
    long publicDataVersion;

    @Column(name = "private_data")
    @ColumnTransformer(read = "private_data::text")
    String privateData;

    @Column(name = "private_data_version")
    long privateDataVersion;
}

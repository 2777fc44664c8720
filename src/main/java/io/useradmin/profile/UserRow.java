package io.useradmin.profile;

import io.useradmin.shared.Columns;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@link #select} in a row, for both the reactive and the JDBC driver.
 *
 * @param columns the row's columns
 * @param json parses JSON columns
 */
public record UserRow(Columns columns, UserJson json) {
    /** The columns that {@link #select} needs. */
    public static final List<String> COLUMNS = List.of(
            "user_id",
            "created_at",
            "last_updated_at",
            "password_updated_at",
            "has_password",
            "disabled",
            "name",
            "given_name",
            "family_name",
            "other_claims",
            "public_data",
            "public_data_version",
            "private_data",
            "private_data_version");

    /**
     * Selects everything of a user, from a row {@code u}. PostgreSQL reads a document only if its condition holds. Child rows are
     * returned as JSON arrays, so that a user needs only one round trip. An aggregate ({@code json_agg}) would take more time to
     * start than an array.
     *
     * @param tenant the parameter of the tenant, whose shard has the child rows
     */
    public static String select(String tenant, String showsPublicData, String showsPrivateData) {
        return """
            select u.user_id, u.created_at, u.last_updated_at, u.password_updated_at, u.has_password, u.disabled,
                   u.name, u.given_name, u.family_name,
                   case when u.other_claims <> '{}' then u.other_claims::text end as other_claims,
                   case when %2$s then u.public_data::text end as public_data,
                   case when %3$s then u.private_data::text end as private_data,
                   u.public_data_version, u.private_data_version,
                   (select json_build_object('id', n.username_id, 'username', n.username,
                               'authenticators', n.authenticators, 'idps', n.idps)::text
                      from usernames n
                     where n.tenant_id = %1$s and n.user_id = u.user_id) as username,
                   '[' || array_to_string(array(
                       select json_build_object('id', e.email_id, 'email', e.email,
                                  'verified', e.verified, 'primary', e.is_primary,
                                  'authenticators', e.authenticators, 'idps', e.idps)::text
                         from emails e
                        where e.tenant_id = %1$s and e.user_id = u.user_id), ',') || ']' as emails,
                   '[' || array_to_string(array(
                       select json_build_object('id', p.phone_id, 'phone', p.phone,
                                  'verified', p.verified, 'primary', p.is_primary,
                                  'authenticators', p.authenticators, 'idps', p.idps)::text
                         from phones p
                        where p.tenant_id = %1$s and p.user_id = u.user_id), ',') || ']' as phone_numbers,
                   '[' || array_to_string(array(
                       select json_build_object('provider_user_id', i.provider_user_id,
                                  'authenticator', i.authenticator, 'claims', i.claims)::text
                         from external_identities i
                        where i.tenant_id = %1$s and i.user_id = u.user_id), ',') || ']' as idps
            """.formatted(tenant, showsPublicData, showsPrivateData);
    }

    /** The user of the row. */
    public User user() {
        String username = columns.get("username", String.class);
        return new User(
                columns.required("user_id", String.class),
                columns.required("created_at", OffsetDateTime.class).toEpochSecond(),
                columns.required("last_updated_at", OffsetDateTime.class).toEpochSecond(),
                passwordUpdatedAt(),
                columns.required("has_password", Boolean.class),
                columns.required("disabled", Boolean.class),
                claims(),
                columns.get("public_data", String.class),
                columns.get("private_data", String.class),
                username == null ? null : json.username(username),
                json.emails(columns.required("emails", String.class)),
                json.phoneNumbers(columns.required("phone_numbers", String.class)),
                json.idps(columns.required("idps", String.class)));
    }

    /** The same with the versions of the documents. */
    VersionedUser versioned() {
        return new VersionedUser(
                user(),
                columns.required("public_data_version", Long.class),
                columns.required("private_data_version", Long.class));
    }

    private @Nullable Long passwordUpdatedAt() {
        Instant time = columns.instant("password_updated_at");
        return time == null ? null : time.getEpochSecond();
    }

    private Claims claims() {
        String others = columns.get("other_claims", String.class);
        Claims claims = others == null ? Claims.NONE : json.claims(others);
        return claims.named(
                columns.get("name", String.class),
                columns.get("given_name", String.class),
                columns.get("family_name", String.class));
    }
}

package io.useradmin.dev;

import static io.useradmin.dev.Batch.row;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The demo tenant's rows, written on one connection.
 *
 * @param tenant the tenant that all of them belong to
 */
record DemoTables(Connection connection, String tenant) {
    /** Makes the key good again, whatever became of it. */
    void writeKey(ApiKey key, Instant now) throws SQLException {
        Batch.run(connection, """
                insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
                values (?, ?, 'Demo key of dev mode', ?, ?, ?)
                on conflict (key_id) do update set scopes = excluded.scopes, expires_at = null, revoked_at = null
                """, Stream.of(row(key.keyId(), tenant, key.secretDigest(), List.of(Scope.ALL), now)));
    }

    void writeGroups(List<String> groups, Instant now) throws SQLException {
        Batch.run(
                connection,
                "insert into groups (tenant_id, group_id, name, created_at) values (?, ?, ?, ?) on conflict do nothing",
                groups.stream().map(group -> row(tenant, group, group, now)));
    }

    void writeUsers(List<DemoUser> users) throws SQLException {
        Batch.run(connection, """
                insert into users (tenant_id, user_id, created_at, last_updated_at, password_updated_at, has_password,
                                   disabled, name, given_name, family_name, public_data, private_data)
                values (?, ?, ?, ?, ?, true, ?, ?, ?, ?, cast(? as jsonb), cast(? as jsonb))
                """, users.stream().map(this::user));
        writeIdentifiers(users);
        writeActivity(users);
        Batch.run(
                connection,
                "insert into group_members (tenant_id, user_id, group_id, assigned_at) values (?, ?, ?, ?)",
                each(users, DemoUser::groups, (user, group) -> row(tenant, user.id(), group, user.createdAt())));
    }

    private List<@Nullable Object> user(DemoUser user) {
        return row(
                tenant,
                user.id(),
                user.createdAt(),
                user.updatedAt(),
                user.createdAt(),
                user.disabled(),
                user.name().full(),
                user.name().given(),
                user.name().family(),
                user.publicData(),
                user.privateData());
    }

    private void writeIdentifiers(List<DemoUser> users) throws SQLException {
        Batch.run(
                connection,
                """
                insert into usernames (tenant_id, user_id, username_id, username, authenticators, idps)
                values (?, ?, ?, ?, '{password}', ?)
                """,
                users.stream()
                        .map(user -> row(
                                tenant,
                                user.id(),
                                user.username().id(),
                                user.username().username(),
                                List.of(DemoUsers.OWN_PROVIDER))));
        Batch.run(
                connection,
                """
                insert into emails (tenant_id, user_id, email_id, email, verified, is_primary, authenticators, idps)
                values (?, ?, ?, ?, ?, ?, '{email,password}', ?)
                """,
                each(
                        users,
                        DemoUser::emails,
                        (user, email) -> row(
                                tenant,
                                user.id(),
                                email.id(),
                                email.email(),
                                email.verified(),
                                email.primary(),
                                email.idps())));
        Batch.run(
                connection,
                """
                insert into phones (tenant_id, user_id, phone_id, phone, verified, is_primary, authenticators, idps)
                values (?, ?, ?, ?, ?, true, '{phone}', ?)
                """,
                each(
                        users,
                        DemoUser::phones,
                        (user, phone) -> row(
                                tenant,
                                user.id(),
                                phone.id(),
                                phone.phone(),
                                phone.verified(),
                                List.of(DemoUsers.OWN_PROVIDER))));
        Batch.run(
                connection,
                """
                insert into external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)
                values (?, ?, ?, ?, cast(? as jsonb))
                """,
                each(
                        users,
                        DemoUser::identities,
                        (user, identity) -> row(
                                tenant,
                                user.id(),
                                identity.authenticator(),
                                identity.providerUserId(),
                                identity.claims())));
    }

    private void writeActivity(List<DemoUser> users) throws SQLException {
        Batch.run(
                connection,
                """
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,
                                      last_updated_at, client_ids, last_metadata)
                values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb))
                """,
                each(
                        users,
                        DemoUser::sessions,
                        (user, session) -> row(
                                tenant,
                                user.id(),
                                session.id(),
                                session.key(),
                                session.initiatedAt(),
                                session.expiresAt(),
                                session.updatedAt(),
                                session.clients(),
                                session.metadata())));
        Batch.run(
                connection,
                """
                insert into ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until)
                values (?, ?, cast(? as inet), ?, ?, ?, ?)
                """,
                each(
                        users,
                        DemoUser::accesses,
                        (user, access) -> row(
                                tenant,
                                user.id(),
                                access.ip(),
                                access.logins(),
                                access.failures(),
                                access.lastAttempt(),
                                access.blockUntil())));
    }

    private static <T> Stream<List<@Nullable Object>> each(
            Collection<DemoUser> users, Function<DemoUser, List<T>> parts, PartRow<T> row) {
        return users.stream().flatMap(user -> parts.apply(user).stream().map(part -> row.of(user, part)));
    }

    /** The row of something that belongs to a user. */
    private interface PartRow<T> {
        List<@Nullable Object> of(DemoUser user, T part);
    }
}

package io.useradmin.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.util.Comparator;
import java.util.List;

/** Reads users as they are told outside. Its methods join the session or transaction of whoever calls them. */
@ApplicationScoped
public class UserReader {
    /** Children come as JSON arrays, so that a user and all of its identifiers take one round trip. */
    private static final String READ = """
            select u.user_id, floor(extract(epoch from u.created_at))::bigint as creation_time,
                   floor(extract(epoch from u.last_updated_at))::bigint as last_updated,
                   floor(extract(epoch from u.password_updated_at))::bigint as password_updated_at,
                   u.has_password, u.disabled,
                   u.name, u.given_name, u.family_name,
                   u.public_data::text as public_data, u.private_data::text as private_data,
                   (select json_build_object('id', n.username_id, 'username', n.username,
                               'authenticators', n.authenticators, 'idps', n.idps)::text
                      from usernames n
                     where n.tenant_id = u.tenant_id and n.user_id = u.user_id) as username,
                   (select coalesce(json_agg(json_build_object('id', e.email_id, 'email', e.email,
                               'verified', e.verified, 'primary', e.is_primary,
                               'authenticators', e.authenticators, 'idps', e.idps)), '[]')::text
                      from emails e
                     where e.tenant_id = u.tenant_id and e.user_id = u.user_id) as emails,
                   (select coalesce(json_agg(json_build_object('id', p.phone_id, 'phone', p.phone,
                               'verified', p.verified, 'primary', p.is_primary,
                               'authenticators', p.authenticators, 'idps', p.idps)), '[]')::text
                      from phones p
                     where p.tenant_id = u.tenant_id and p.user_id = u.user_id) as phone_numbers,
                   (select coalesce(json_agg(json_build_object('provider_user_id', i.provider_user_id,
                               'authenticator', i.authenticator, 'claims', i.claims)), '[]')::text
                      from external_identities i
                     where i.tenant_id = u.tenant_id and i.user_id = u.user_id) as idps
              from users u
             where u.tenant_id = :tenant and u.user_id = any(:users)
            """;

    private final ObjectMapper json;

    UserReader(ObjectMapper json) {
        this.json = json;
    }

    /** The user; fails with {@link ProblemType#USER_NOT_FOUND} where there is none. */
    public Uni<User> read(UserKey key) {
        return one(read(key.tenantId(), List.of(key.userId()), READ));
    }

    /**
     * The same, and keeps others from changing or deleting the user until the transaction ends: whoever changes several rows
     * of a user locks the user first, or two of them could wait for each other.
     */
    public Uni<User> lock(UserKey key) {
        return one(read(key.tenantId(), List.of(key.userId()), READ + " for no key update of u"));
    }

    /** Those of the users that are there, in the order of their identifiers in {@code userIds}. */
    public Uni<List<User>> read(String tenantId, List<String> userIds) {
        return read(tenantId, userIds, READ);
    }

    private static Uni<User> one(Uni<List<User>> users) {
        return users.map(found ->
                found.stream().findFirst().orElseThrow(() -> ProblemException.notFound(ProblemType.USER_NOT_FOUND)));
    }

    private Uni<List<User>> read(String tenantId, List<String> userIds, String query) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(query, Tuple.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("users", userIds.toArray(String[]::new))
                        .getResultList())
                .map(rows -> rows.stream()
                        .map(this::user)
                        .sorted(Comparator.comparingInt(user -> userIds.indexOf(user.userId())))
                        .toList());
    }

    /** Does nothing, or fails with {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    public Uni<Void> requireExists(UserKey key) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(
                                "select 1 from users where tenant_id = :tenant and user_id = :user", Integer.class)
                        .setParameter("tenant", key.tenantId())
                        .setParameter("user", key.userId())
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .failWith(() -> ProblemException.notFound(ProblemType.USER_NOT_FOUND))
                .replaceWithVoid();
    }

    private User user(Tuple row) {
        String username = row.get("username", String.class);
        return new User(
                row.get("user_id", String.class),
                row.get("creation_time", Long.class),
                row.get("last_updated", Long.class),
                row.get("password_updated_at", Long.class),
                row.get("has_password", Boolean.class),
                row.get("disabled", Boolean.class),
                new User.Claims(
                        row.get("name", String.class),
                        row.get("given_name", String.class),
                        row.get("family_name", String.class)),
                row.get("public_data", String.class),
                row.get("private_data", String.class),
                username == null ? null : parse(username, new TypeReference<User.Username>() {}),
                parse(row.get("emails", String.class), new TypeReference<List<User.Email>>() {}),
                parse(row.get("phone_numbers", String.class), new TypeReference<List<User.PhoneNumber>>() {}),
                parse(row.get("idps", String.class), new TypeReference<List<User.ExternalIdentity>>() {}));
    }

    private <T> T parse(String text, TypeReference<T> type) {
        try {
            return json.readValue(text, type);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("the database wrote JSON that does not fit its type", impossible);
        }
    }
}

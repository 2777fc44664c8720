package io.useradmin.user;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.BoundStatement;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.CountLimit;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import jakarta.inject.Singleton;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * The tables of users and of their sign-in identifiers. Lists and {@link #delete} are
 * {@linkplain DirectStatements direct statements}; the other methods join the caller's session or transaction. Writes are native
 * SQL that takes a User object as JSON, so that the number of statements does not depend on the number of identifiers.
 */
@Singleton
class UserRepository implements PanacheRepositoryBase<UserEntity, UserEntity.Key> {
    /** An IP address may reveal where the user was, so it is erased from the user's events. */
    private static final String ERASE = """
            , erased as materialized (
                select user_id, erase_addresses(tenant_id, user_id)::text from deleted
            )""";

    private static final String DELETE = NamedParameters.of("tenant", "user")
            .and(Author.PARAMETERS)
            .number("with deleted as (delete from users where " + EventSql.isLocked()
                    + " and tenant_id = :tenant and user_id = :user returning tenant_id, user_id)" + ERASE
                    + EventInsert.of(EventType.USER_DELETED)
                            .user("user_id")
                            .from("erased")
                            .directEnd());

    private static final String DELETE_LOCKED = EventSql.beginWithUserLock()
            + """
            , deleted as (
                delete from users using locked
                 where tenant_id = :tenant and user_id = :user
                returning tenant_id, user_id
            )""" + ERASE
            + EventInsert.of(EventType.USER_DELETED)
                    .user("user_id")
                    .from("erased")
                    .end();

    private final DirectStatements direct;
    private final JsonText json;
    private final CountLimit counts;

    UserRepository(DirectStatements direct, JsonText json, CountLimit counts) {
        this.direct = direct;
        this.json = json;
        this.counts = counts;
    }

    /** Deletes the user and, by foreign keys, everything that belongs to it, in one statement and transaction. */
    Uni<Void> delete(UserKey user, Instant now, Author author) {
        return direct.write(
                        DELETE, DirectStatements.values(List.of(user.tenantId(), user.userId()), author.values(now)))
                .map(author.events()::addRows)
                .invoke(deleted -> ProblemException.requireFound(deleted > 0, ProblemType.USER_NOT_FOUND))
                .replaceWithVoid();
    }

    /** Deletes a user whom the caller has locked, in the caller's transaction. */
    Uni<Void> deleteLocked(UserKey user, Instant now, Author author) {
        return getSession()
                .flatMap(session -> session.createNativeQuery(DELETE_LOCKED, String.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("author", author.columns(now))
                        .getSingleResult())
                .invoke(author.events()::add)
                .replaceWithVoid();
    }

    /** The positions of the users of a page and the next one; empty past the end, without a count. */
    Uni<PageResult<UserPosition>> list(UserListPage page) {
        BoundStatement select = new UserListQuery(page, counts.rows(page.counting())).select();
        return direct.page(
                select.sql(),
                select.values(),
                page.counting(),
                row -> new UserPosition(row.getLong("micros"), row.getString("user_id")));
    }

    /** The number of users of a list, up to the limit. */
    Uni<TotalCount> count(UserListPage page) {
        BoundStatement count = new UserListQuery(page, counts.rows(page.counting())).count();
        return direct.count(count.sql(), count.values(), page.counting());
    }

    /** The input, with its documents in PostgreSQL's canonical form. Locks the user until the transaction ends. */
    Uni<UserInput> written(UserKey key, UserInput input) {
        return getSession()
                .flatMap(session -> session.createNativeQuery(UserStatements.DOCUMENTS, Tuple.class)
                        .setParameter("tenant", key.tenantId())
                        .setParameter("user", key.userId())
                        .setParameter("public", input.publicData())
                        .setParameter("private", input.privateData())
                        .getSingleResult())
                .map(row -> input.withDocuments(
                        row.get("public_data", String.class), row.get("private_data", String.class)));
    }

    /** Inserts the user's row. Empty if there is one. */
    Uni<Optional<VersionedUser>> insert(UserKey key, User user) {
        return write(UserStatements.INSERT, key, user);
    }

    /**
     * Locks the user's row until the transaction ends ({@code for no key update}). This blocks other writes of the user, but not
     * new sessions. Returns whether the user exists.
     */
    Uni<Boolean> lock(UserKey key) {
        return findById(new UserEntity.Key(key.tenantId(), key.userId()), LockModeType.PESSIMISTIC_WRITE)
                .map(Objects::nonNull);
    }

    /** Updates the row of a locked user, and deletes removed identifiers. */
    Uni<VersionedUser> update(UserKey key, User user) {
        return write(UserStatements.UPDATE, key, user)
                .call(_ -> deleteIdentifiers(key, user))
                .map(Optional::orElseThrow);
    }

    /**
     * Inserts the user's missing identifiers, and the events of the change. Returns those that belong to other users.
     *
     * @param before the user before the change; absent if it is new
     */
    Uni<List<TakenIdentifier>> insertIdentifiers(
            UserKey key, Optional<User> before, User user, Instant now, Author author) {
        return getSession()
                .flatMap(session -> bind(
                                session.createNativeQuery(UserStatements.INSERT_IDENTIFIERS, Tuple.class), key, user)
                        .setParameter("before", before.map(json::of).orElse(null))
                        .setParameter("author", author.columns(now))
                        .getResultList())
                .invoke(rows -> rows.forEach(row -> author.events().add(row.get("event_id", String.class))))
                .map(rows -> rows.stream()
                        .filter(row -> row.get("event_id") == null)
                        .map(row -> new TakenIdentifier(row.get("list", String.class), row.get("value", String.class)))
                        .toList());
    }

    private Uni<Optional<VersionedUser>> write(String statement, UserKey key, User user) {
        return getSession()
                .flatMap(session -> bind(session.createNativeQuery(statement, Tuple.class), key, user)
                        .getSingleResultOrNull())
                .map(row -> Optional.ofNullable(row)
                        .map(written -> new VersionedUser(
                                user,
                                written.get("public_data_version", Long.class),
                                written.get("private_data_version", Long.class))));
    }

    private Uni<List<String>> deleteIdentifiers(UserKey key, User user) {
        return getSession()
                .flatMap(session -> bind(
                                session.createNativeQuery(UserStatements.DELETE_IDENTIFIERS, String.class), key, user)
                        .getResultList());
    }

    private <T> Mutiny.SelectionQuery<T> bind(Mutiny.SelectionQuery<T> query, UserKey key, User user) {
        return query.setParameter("tenant", key.tenantId())
                .setParameter("user", key.userId())
                .setParameter("document", json.of(user));
    }
}

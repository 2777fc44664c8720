package io.useradmin.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
import io.useradmin.database.RowColumns;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads users in the form of the API. */
@Singleton
public class UserReader {
    private static final NamedParameters PARAMETERS = NamedParameters.of("users", "tenant", "public", "private");

    /**
     * The limit is none, but PostgreSQL does not know that when it plans, and expects one user, whatever the list. Otherwise a plan
     * for a given list looks cheaper than a generic plan, and PostgreSQL plans each execution.
     */
    private static final String LIST = "(select unnest(cast(:users as text[])) limit (select cast(null as bigint)))";

    /**
     * Looks up each user by primary key. With a condition on a list of identifiers, PostgreSQL may scan all users of the tenant,
     * because it knows only the average number of users per tenant.
     */
    private static final String EACH = """
             from %s as wanted (user_id)
                  cross join lateral (
                      select * from users where tenant_id = :tenant and user_id = wanted.user_id %s) as u
            """;

    private static final String SELECT =
            UserRow.select(":tenant", "cast(:public as boolean)", "cast(:private as boolean)");
    private static final String READ_DIRECTLY = PARAMETERS.number(SELECT + each(LIST));

    /**
     * The users that nobody deleted while the statement waited for their locks: its snapshot still has those. It uses no other column
     * of the locked rows, because they can be newer than the snapshot, from which it reads emails and so on.
     */
    private static final String KEPT =
            "select u.user_id" + EACH.formatted(LIST, "and " + EventSql.IS_LOCKED + " limit 1 for key share");

    private static final String READ_RECORDED = recorded(EventType.PRIVATE_DATA_READ);
    private static final String EXPORT_RECORDED = recorded(EventType.USER_EXPORTED);

    private static final String READ_IN_TRANSACTION = UserRow.select(":tenant", ":public", ":private") + each(LIST);

    private static final String SERIALIZE =
            "with locked as materialized (select " + EventSql.lock(":tenant", ":user") + ") select true from locked";

    private final DirectStatements direct;
    private final UserJson json;
    private final Clock clock;

    UserReader(DirectStatements direct, ObjectMapper json, Clock clock) {
        this.direct = direct;
        this.json = new UserJson(json);
        this.clock = clock;
    }

    /**
     * The user; fails with {@link ProblemType#USER_NOT_FOUND}. It needs no session, and does not see changes of its caller's
     * transaction.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    public Uni<VersionedUser> read(UserKey key, Documents shown, Optional<Author> author) {
        return read(key, shown, author, READ_RECORDED);
    }

    /**
     * The existing users of {@code userIds}, in that order. It needs no session, and does not see changes of its caller's
     * transaction.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    public Uni<List<User>> read(String tenantId, List<String> userIds, Documents shown, Optional<Author> author) {
        return select(tenantId, userIds, shown, author, READ_RECORDED)
                .map(found -> found.stream()
                        .map(VersionedUser::user)
                        .sorted(Comparator.comparingInt(user -> userIds.indexOf(user.userId())))
                        .toList());
    }

    /**
     * The user with both documents, for an export; fails with {@link ProblemType#USER_NOT_FOUND}.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    public Uni<User> export(UserKey key, Optional<Author> author) {
        return read(key, Documents.ALL, author, EXPORT_RECORDED).map(VersionedUser::user);
    }

    /** The user as the caller's transaction sees it; fails with {@link ProblemType#USER_NOT_FOUND}. */
    public Uni<VersionedUser> readInTransaction(UserKey key, Documents shown) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(READ_IN_TRANSACTION, Tuple.class)
                        .setParameter("tenant", key.tenantId())
                        .setParameter("users", new String[] {key.userId()})
                        .setParameter("public", shown.publicData())
                        .setParameter("private", shown.privateData())
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .failWith(UserReader::notFound)
                .map(row -> new UserRow(row::get, json).versioned());
    }

    /**
     * Takes the lock of the user, and holds it until the caller's transaction ends. Later statements of the transaction see all
     * changes of earlier holders. The user need not exist.
     */
    public Uni<Void> serialize(UserKey user) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(SERIALIZE, Boolean.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .getSingleResult())
                .replaceWithVoid();
    }

    /** The user of a row that {@link UserRow#select} selected. */
    public VersionedUser user(Row row) {
        return new UserRow(new RowColumns(row), json).versioned();
    }

    /**
     * Fails with {@link ProblemType#USER_NOT_FOUND} if there is no such user. It needs no session, and does not see changes of
     * its caller's transaction.
     */
    public Uni<Void> requireExists(UserKey key) {
        return direct.read(
                        "select 1 from users where tenant_id = $1 and user_id = $2",
                        List.of(key.tenantId(), key.userId()))
                .invoke(found -> ProblemException.requireFound(found.size() > 0, ProblemType.USER_NOT_FOUND))
                .replaceWithVoid();
    }

    /**
     * The value in {@code found}. If there is none, fails with {@code missing}, the problem of something that the user does not
     * have, or with {@link ProblemType#USER_NOT_FOUND}.
     */
    public <T> Uni<T> require(UserKey key, Uni<Optional<T>> found, ProblemType missing) {
        return found.flatMap(value -> value.map(Uni.createFrom()::item).orElseGet(() -> lacks(key, missing)));
    }

    /** Fails in the same way unless {@code found}. */
    public Uni<Void> requireFound(UserKey key, Uni<Boolean> found, ProblemType missing) {
        return found.flatMap(is -> is ? Uni.createFrom().voidItem() : lacks(key, missing));
    }

    private <T> Uni<T> lacks(UserKey key, ProblemType missing) {
        return requireExists(key).flatMap(_ -> Uni.createFrom().failure(ProblemException.notFound(missing)));
    }

    /**
     * An empty page of a user's list; fails with {@link ProblemType#USER_NOT_FOUND}. If a list has elements, the user exists, so
     * only empty pages are checked.
     *
     * @param count counts the list; called if the page may be past its end
     */
    public <T> Uni<PageResult<T>> emptyPage(UserKey key, PageRequest<?> page, Supplier<Uni<TotalCount>> count) {
        return (page.offset() == 0 ? Uni.createFrom().item(TotalCount.none(page.counting())) : count.get())
                .call(total -> total.count() == 0
                        ? requireExists(key)
                        : Uni.createFrom().voidItem())
                .map(PageResult::empty);
    }

    private Uni<VersionedUser> read(UserKey key, Documents shown, Optional<Author> author, String recorded) {
        return select(key.tenantId(), List.of(key.userId()), shown, author, recorded)
                .map(found -> found.stream().findFirst().orElseThrow(UserReader::notFound));
    }

    private Uni<List<VersionedUser>> select(
            String tenantId, List<String> userIds, Documents shown, Optional<Author> author, String recorded) {
        List<Object> values =
                List.of(userIds.toArray(String[]::new), tenantId, shown.publicData(), shown.privateData());
        return author.filter(_ -> shown.privateData())
                .map(reading -> readRecorded(recorded, values, reading))
                .orElseGet(() -> direct.read(READ_DIRECTLY, values))
                .map(rows -> rows.stream().map(this::user).toList());
    }

    private Uni<RowSet<Row>> readRecorded(String statement, List<Object> values, Author author) {
        List<Object> all = new ArrayList<>(values);
        all.add(author.columns(clock.instant()));
        return direct.write(statement, all)
                .invoke(rows -> rows.stream()
                        .findFirst()
                        .ifPresent(row -> author.events().addAll(row.getString("event_ids"))));
    }

    /** Reads the users, and inserts an event of {@code type} for each. */
    private static String recorded(EventType type) {
        return PARAMETERS
                .and(List.of("author"))
                .number(EventSql.begin()
                        + ", locked as materialized (select count(lock) from ("
                        + EventSql.lockAll(":tenant", "unnest(cast(:users as text[])) as user_id")
                        + ") as held), kept as materialized (" + KEPT
                        + "), found as materialized (" + SELECT + each("kept") + "), event as ("
                        + EventInsert.of(type).user("user_id").from("found").query()
                        + ") select found.*, (select string_agg(event_id, ' ') from event) as event_ids from found");
    }

    private static String each(String users) {
        return EACH.formatted(users, "limit 1");
    }

    private static ProblemException notFound() {
        return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
    }
}

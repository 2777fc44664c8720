package io.useradmin.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads users as they are told outside. */
@ApplicationScoped
public class UserReader {
    /**
     * Looks each user up by the primary key. As a condition on a list of identifiers, PostgreSQL, which knows only how many users
     * tenants have on average, may go through all that the tenant has.
     */
    private static final String READ = """
             from unnest(cast(%s as text[])) as wanted (user_id)
                  cross join lateral (
                      select * from users where tenant_id = %s and user_id = wanted.user_id limit 1) as u
            """;

    private static final String READ_DIRECTLY =
            UserRow.select("cast($3 as boolean)", "cast($4 as boolean)") + READ.formatted("$1", "$2");
    private static final String READ_IN_TRANSACTION =
            UserRow.select(":public", ":private") + READ.formatted(":users", ":tenant");

    private final DirectStatements direct;
    private final ObjectMapper json;

    UserReader(DirectStatements direct, ObjectMapper json) {
        this.direct = direct;
        this.json = json;
    }

    /**
     * The user; fails with {@link ProblemType#USER_NOT_FOUND} where there is none. It neither needs a session nor sees what its caller's
     * transaction has done.
     */
    public Uni<VersionedUser> read(UserKey key, Documents shown) {
        return select(key.tenantId(), List.of(key.userId()), shown)
                .map(found -> found.stream().findFirst().orElseThrow(UserReader::notFound));
    }

    /**
     * Those of the users that are there, in the order of their identifiers in {@code userIds}. It neither needs a session nor sees what
     * its caller's transaction has done.
     */
    public Uni<List<User>> read(String tenantId, List<String> userIds, Documents shown) {
        return select(tenantId, userIds, shown)
                .map(found -> found.stream()
                        .map(VersionedUser::user)
                        .sorted(Comparator.comparingInt(user -> userIds.indexOf(user.userId())))
                        .toList());
    }

    /**
     * The user as the transaction of whoever calls sees it; fails with {@link ProblemType#USER_NOT_FOUND} where there is none.
     */
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
     * Does nothing, or fails with {@link ProblemType#USER_NOT_FOUND} where there is no such user. It neither needs a session nor sees
     * what its caller's transaction has done.
     */
    public Uni<Void> requireExists(UserKey key) {
        return direct.read(
                        "select 1 from users where tenant_id = $1 and user_id = $2",
                        List.of(key.tenantId(), key.userId()))
                .invoke(found -> {
                    if (found.size() == 0) {
                        throw notFound();
                    }
                })
                .replaceWithVoid();
    }

    /**
     * A page without elements of a user's list. Fails with {@link ProblemType#USER_NOT_FOUND} if there is no such user: a list that
     * has elements has a user, so only an empty one is checked.
     *
     * @param count counts the list; called if the page may lie past its end
     */
    public <T> Uni<PageResult<T>> emptyPage(UserKey key, PageRequest<?> page, Supplier<Uni<TotalCount>> count) {
        return (page.offset() == 0 ? Uni.createFrom().item(TotalCount.NONE) : count.get())
                .call(total -> total.equals(TotalCount.NONE)
                        ? requireExists(key)
                        : Uni.createFrom().voidItem())
                .map(PageResult::empty);
    }

    private Uni<List<VersionedUser>> select(String tenantId, List<String> userIds, Documents shown) {
        return direct.read(
                        READ_DIRECTLY,
                        List.of(userIds.toArray(String[]::new), tenantId, shown.publicData(), shown.privateData()))
                .map(rows -> rows.stream()
                        .map(row -> new UserRow(new ColumnsOf(row), json).versioned())
                        .toList());
    }

    private static ProblemException notFound() {
        return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
    }

    private record ColumnsOf(Row row) implements UserRow.Columns {
        @Override
        public <T> @Nullable T get(String name, Class<T> type) {
            return row.get(type, name);
        }
    }
}

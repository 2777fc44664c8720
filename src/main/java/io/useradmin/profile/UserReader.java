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
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Reads users as they are told outside. What reads them joins the session or transaction of whoever calls. */
@ApplicationScoped
public class UserReader {
    /**
     * Looks each user up by the primary key. As a condition on a list of identifiers, PostgreSQL, which knows only how many users
     * tenants have on average, may go through all that the tenant has.
     */
    private static final String READ = UserRow.SELECT + """
             from unnest(cast(:users as text[])) as wanted (user_id)
                  cross join lateral (
                      select * from users where tenant_id = :tenant and user_id = wanted.user_id limit 1) as u
            """;

    private final DirectStatements direct;
    private final ObjectMapper json;

    UserReader(DirectStatements direct, ObjectMapper json) {
        this.direct = direct;
        this.json = json;
    }

    /** The user; fails with {@link ProblemType#USER_NOT_FOUND} where there is none. */
    public Uni<User> read(UserKey key) {
        return read(key.tenantId(), List.of(key.userId()))
                .map(found -> found.stream()
                        .findFirst()
                        .orElseThrow(() -> ProblemException.notFound(ProblemType.USER_NOT_FOUND)));
    }

    /** Those of the users that are there, in the order of their identifiers in {@code userIds}. */
    public Uni<List<User>> read(String tenantId, List<String> userIds) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(READ, Tuple.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("users", userIds.toArray(String[]::new))
                        .getResultList())
                .map(rows -> rows.stream()
                        .map(row -> new UserRow(row::get, json).user())
                        .sorted(Comparator.comparingInt(user -> userIds.indexOf(user.userId())))
                        .toList());
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
                        throw ProblemException.notFound(ProblemType.USER_NOT_FOUND);
                    }
                })
                .replaceWithVoid();
    }

    /**
     * What a page without elements has found; fails with {@link ProblemType#USER_NOT_FOUND} where there is no such user.
     *
     * @param count counts the list, which no element told: asked where the page may lie past the end
     */
    public <T> Uni<PageResult<T>> nothingFound(UserKey key, PageRequest<?> page, Supplier<Uni<TotalCount>> count) {
        return requireExists(key)
                .flatMap(_ -> page.offset() == 0 ? Uni.createFrom().item(TotalCount.NONE) : count.get())
                .map(PageResult::nothing);
    }
}

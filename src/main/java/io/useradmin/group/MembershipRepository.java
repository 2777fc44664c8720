package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.ListStatement;
import io.useradmin.database.NamedParameters;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Counting;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.StoredTime;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of memberships, {@code group_members}. Reads go {@linkplain DirectStatements straight to the read connections}. The
 * most frequent write, assign, goes straight to the pool.
 */
@Singleton
class MembershipRepository {
    /** The problem for each foreign key that a statement can violate. */
    private static final Map<String, Problem> REFUSALS = Map.of(
            "group_members_user_fk", new Problem.NotFound(ProblemType.USER_NOT_FOUND),
            "group_members_group_fk", new Problem.NotFound(ProblemType.GROUP_NOT_FOUND));

    private static final String ASSIGN = NamedParameters.of("tenant", "user", "group")
            .and(Author.PARAMETERS)
            .number("""
            with added as (
                insert into group_members (tenant_id, user_id, group_id, assigned_at)
                select :tenant, :user, :group, %s where %s
                    on conflict do nothing
                returning group_id
            )""".formatted(StoredTime.of(":occurred_at"), EventSql.isLocked())
                    + EventInsert.of(EventType.MEMBER_ADDED)
                            .user(":user")
                            .group("group_id")
                            .from("added")
                            .directEnd());

    /** Native SQL, because HQL cannot change two tables in one statement. */
    private static final String REMOVE = EventSql.beginWithUserLock()
            + """
            , removed as (
                delete from group_members using locked
                 where tenant_id = :tenant and user_id = :user and group_id = :group
                returning group_id
            )"""
            + EventInsert.of(EventType.MEMBER_REMOVED)
                    .user(":user")
                    .group("group_id")
                    .from("removed")
                    .end();

    private static final String COLUMNS =
            "select m.group_id, g.name, floor(extract(epoch from m.assigned_at))::bigint as assigned";

    private static final String OF_USER = " where m.tenant_id = $1 and m.user_id = $2";

    /** Looks up each group by key: without statistics, PostgreSQL may join every membership with every group of the tenant. */
    private static final String NAMED = """
             from group_members m
                  cross join lateral (
                      select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
            """ + OF_USER;

    private static final ListStatement LIST =
            new ListStatement(COLUMNS, NAMED, " from group_members m" + OF_USER + " order by m.group_id", "m.group_id");

    private static final String FIND = COLUMNS + NAMED + " and m.group_id = $3";

    private final DirectStatements direct;

    MembershipRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** A page of the groups of a user, with one more element if there is one. */
    Uni<PageResult<Membership>> list(UserKey user, PageRequest<MembershipSort> page) {
        return direct.page(LIST, page, List.of(user.tenantId(), user.userId()), MembershipRepository::membership);
    }

    /** The number of groups of a user, up to the limit. */
    Uni<TotalCount> count(UserKey user, Counting counting) {
        return direct.count(LIST, List.of(user.tenantId(), user.userId()), counting);
    }

    /** The membership of a user in a group. */
    Uni<Optional<Membership>> find(UserKey user, String groupId) {
        return direct.read(FIND, List.of(user.tenantId(), user.userId(), groupId))
                .map(rows -> rows.stream().map(MembershipRepository::membership).findFirst());
    }

    /**
     * Adds a user to a group; does nothing if the user is already a member. The foreign keys detect a missing user or group. So
     * one statement is enough, and no group can disappear between check and write: {@link ProblemType#USER_NOT_FOUND},
     * {@link ProblemType#GROUP_NOT_FOUND}.
     */
    Uni<Void> assign(UserKey user, String groupId, Instant now, Author author) {
        return direct.write(
                        ASSIGN,
                        DirectStatements.values(List.of(user.tenantId(), user.userId(), groupId), author.values(now)))
                .invoke(author.events()::addRows)
                .onFailure(PgException.class)
                .transform(failure -> DatabaseFailure.refusal(failure, REFUSALS))
                .replaceWithVoid();
    }

    /** Removes a user from a group, in the caller's session. Returns whether the user was in it. */
    Uni<Boolean> remove(UserKey user, String groupId, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(REMOVE, String.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("group", groupId)
                        .setParameter("author", author.columns(now))
                        .getSingleResultOrNull())
                .invoke(author.events()::add)
                .map(eventId -> eventId != null);
    }

    private static Membership membership(Row row) {
        return new Membership(row.getString("group_id"), row.getString("name"), row.getLong("assigned"));
    }
}

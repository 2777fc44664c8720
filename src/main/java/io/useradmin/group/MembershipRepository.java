package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** The table of who is in which group, {@code group_members}. What assigns is called most, and goes {@linkplain DirectStatements straight to the pool}. */
@ApplicationScoped
class MembershipRepository {
    private static final String NO_USER = "group_members_user_fk";
    private static final String NO_GROUP = "group_members_group_fk";

    private static final String ASSIGN = """
            with added as (
                insert into group_members (tenant_id, user_id, group_id, assigned_at)
                select $1, $2, $3, $4 where %s
                    on conflict do nothing
                returning group_id
            )""".formatted(EventSql.isLocked("$1", "$2"))
            + EventSql.appendDirectly(
                    EventSql.literal(EventType.MEMBER_ADDED), 4, "user_id, group_id", "$2, group_id", "added");

    /** Native, because HQL does not change two tables in one statement. */
    private static final String REMOVE = EventSql.begin(":author", ":tenant", ":user")
            + """
            , removed as (
                delete from group_members using locked
                 where tenant_id = :tenant and user_id = :user and group_id = :group
                returning group_id
            )"""
            + EventSql.append(EventType.MEMBER_REMOVED, "user_id, group_id", ":user, group_id", "removed");

    private final DirectStatements direct;
    private final Clock clock;

    MembershipRepository(DirectStatements direct, Clock clock) {
        this.direct = direct;
        this.clock = clock;
    }

    /**
     * Puts a user into a group, once. The foreign keys find out what is missing, so that it takes one statement and no group
     * can go away between a check and the write: {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#GROUP_NOT_FOUND}.
     */
    Uni<Void> assign(UserKey user, String groupId, Author author) {
        Instant now = clock.instant();
        return direct.write(
                        ASSIGN,
                        DirectStatements.values(List.of(user.tenantId(), user.userId(), groupId), author.values(now)))
                .invoke(added -> author.inserted(added))
                .onFailure(PgException.class)
                .transform(MembershipRepository::missing)
                .replaceWithVoid();
    }

    /** Takes a user out of a group, in the session of whoever calls; answers whether the user was in it. */
    Uni<Boolean> remove(UserKey user, String groupId, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(REMOVE, String.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("group", groupId)
                        .setParameter("author", author.at(clock.instant()))
                        .getSingleResultOrNull())
                .invoke(author::inserted)
                .map(eventId -> eventId != null);
    }

    private static Throwable missing(Throwable failure) {
        String constraint = ((PgException) failure).getConstraint();
        if (NO_USER.equals(constraint)) {
            return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
        }
        return NO_GROUP.equals(constraint) ? ProblemException.notFound(ProblemType.GROUP_NOT_FOUND) : failure;
    }
}

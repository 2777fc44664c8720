package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.smallrye.mutiny.Uni;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import org.hibernate.exception.ConstraintViolationException;

/** The table of who is in which group, {@code group_members}. */
@ApplicationScoped
class MembershipRepository {
    private static final String NO_USER = "group_members_user_fk";
    private static final String NO_GROUP = "group_members_group_fk";

    private final Clock clock;

    MembershipRepository(Clock clock) {
        this.clock = clock;
    }

    /**
     * Puts a user into a group, once. The foreign keys find out what is missing, so that it takes one statement and no group
     * can go away between a check and the write: {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#GROUP_NOT_FOUND}.
     */
    @WithSession
    Uni<Void> assign(UserKey user, String groupId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery("""
                                insert into group_members (tenant_id, user_id, group_id, assigned_at)
                                values (:tenant, :user, :group, :now) on conflict do nothing
                                """)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("group", groupId)
                        .setParameter("now", clock.instant())
                        .executeUpdate())
                .onFailure(ConstraintViolationException.class)
                .transform(MembershipRepository::missing)
                .replaceWithVoid();
    }

    /** Takes a user out of a group, in one statement; answers whether the user was in it. */
    Uni<Boolean> remove(UserKey user, String groupId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery("""
                                delete from group_members
                                 where tenant_id = :tenant and user_id = :user and group_id = :group
                                """)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("group", groupId)
                        .executeUpdate())
                .map(removed -> removed > 0);
    }

    private static Throwable missing(Throwable failure) {
        String constraint = ((ConstraintViolationException) failure).getConstraintName();
        if (NO_USER.equals(constraint)) {
            return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
        }
        return NO_GROUP.equals(constraint) ? ProblemException.notFound(ProblemType.GROUP_NOT_FOUND) : failure;
    }
}

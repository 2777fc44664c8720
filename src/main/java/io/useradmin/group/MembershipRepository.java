package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.smallrye.mutiny.Uni;
import io.useradmin.database.DirectStatements;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;

/** The table of who is in which group, {@code group_members}. What assigns is called most, and goes {@linkplain DirectStatements straight to the pool}. */
@ApplicationScoped
class MembershipRepository implements PanacheRepositoryBase<MembershipEntity, MembershipEntity.Key> {
    private static final String NO_USER = "group_members_user_fk";
    private static final String NO_GROUP = "group_members_group_fk";

    private static final String ASSIGN = """
            insert into group_members (tenant_id, user_id, group_id, assigned_at)
            values ($1, $2, $3, $4) on conflict do nothing
            """;

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
    Uni<Void> assign(UserKey user, String groupId) {
        return direct.write(ASSIGN, List.of(user.tenantId(), user.userId(), groupId, clock.instant()))
                .onFailure(PgException.class)
                .transform(MembershipRepository::missing)
                .replaceWithVoid();
    }

    /** Takes a user out of a group, in the session of whoever calls; answers whether the user was in it. */
    Uni<Boolean> remove(UserKey user, String groupId) {
        return delete("tenantId = ?1 and userId = ?2 and groupId = ?3", user.tenantId(), user.userId(), groupId)
                .map(removed -> removed > 0);
    }

    private static Throwable missing(Throwable failure) {
        String constraint = ((PgException) failure).getConstraint();
        if (NO_USER.equals(constraint)) {
            return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
        }
        return NO_GROUP.equals(constraint) ? ProblemException.notFound(ProblemType.GROUP_NOT_FOUND) : failure;
    }
}

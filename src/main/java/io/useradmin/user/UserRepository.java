package io.useradmin.user;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.smallrye.mutiny.Uni;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;

/** The table of users. */
@ApplicationScoped
class UserRepository implements PanacheRepositoryBase<UserEntity, UserEntity.Key> {
    /** Deletes the user and, by the foreign keys, all that belongs to it, in one statement that is its own transaction. */
    @WithSession
    Uni<Void> delete(UserKey user) {
        return delete("tenantId = ?1 and userId = ?2", user.tenantId(), user.userId())
                .invoke(deleted -> {
                    if (deleted == 0) {
                        throw ProblemException.notFound(ProblemType.USER_NOT_FOUND);
                    }
                })
                .replaceWithVoid();
    }
}

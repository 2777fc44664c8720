package io.useradmin.identity;

import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Authenticator;
import io.useradmin.profile.Documents;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** The rules for external identities. */
@ApplicationScoped
class IdentityService {
    private final IdentityRepository identities;
    private final UserReader users;
    private final Clock clock;

    IdentityService(IdentityRepository identities, UserReader users, Clock clock) {
        this.identities = identities;
        this.users = users;
        this.clock = clock;
    }

    /**
     * Deletes an identity. If it is the last one of its provider, removes the provider's name from the user's identifiers. The
     * user is locked first: if two calls remove the last two identities at the same time, the second must see that none remains.
     * {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#IDENTITY_NOT_FOUND}.
     */
    @WithTransaction
    Uni<VersionedUser> disconnect(
            UserKey user, Authenticator authenticator, String providerUserId, Documents shown, Author author) {
        return identities
                .recordDisconnect(user, authenticator, clock.instant(), author)
                .invoke(found -> ProblemException.requireFound(found, ProblemType.USER_NOT_FOUND))
                .flatMap(_ -> identities.delete(user, authenticator, providerUserId))
                .invoke(found -> ProblemException.requireFound(found, ProblemType.IDENTITY_NOT_FOUND))
                .flatMap(_ -> identities.forgetProvider(user, authenticator))
                .flatMap(_ -> users.readInTransaction(user, shown));
    }
}

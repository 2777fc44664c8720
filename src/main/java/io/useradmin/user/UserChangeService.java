package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.json.JsonText;
import io.useradmin.problem.OptimisticRetry;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.UserKey;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Optional;

/** The common rules of {@linkplain UserChange changes of one part of a user}. */
@Singleton
class UserChangeService {
    private final UserChangeRepository changes;
    private final UserReader users;
    private final Clock clock;
    private final JsonText json;

    UserChangeService(UserChangeRepository changes, UserReader users, Clock clock, JsonText json) {
        this.changes = changes;
        this.users = users;
        this.clock = clock;
        this.json = json;
    }

    /**
     * Makes the change and returns the user after it. Concurrent changes of the user are serialized.
     * {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#PRECONDITION_FAILED}, and {@link UserChange#refusals}.
     */
    Uni<VersionedUser> change(UserKey key, UserChange change, Documents shown, Preconditions expected, Author author) {
        return OptimisticRetry.run(() -> attempt(key, change, shown, expected, author));
    }

    /** Empty if the user exists and another transaction has just changed it. */
    private Uni<Optional<VersionedUser>> attempt(
            UserKey key, UserChange change, Documents shown, Preconditions expected, Author author) {
        return seenVersion(key, expected)
                .flatMap(version -> changes.make(key, change, version.orElse(null), shown, clock.instant(), author))
                .call(made -> made.isPresent() ? Uni.createFrom().voidItem() : users.requireExists(key));
    }

    /** The version that meets the preconditions; empty if every version does. */
    private Uni<Optional<String>> seenVersion(UserKey key, Preconditions expected) {
        return expected.allowEveryVersion()
                ? Uni.createFrom().item(Optional.empty())
                : changes.read(key)
                        .invoke(seen -> seen.user().require(expected, json))
                        .map(seen -> Optional.of(seen.rowVersion()));
    }
}

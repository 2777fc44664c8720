package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The common rules of {@linkplain UserChange changes of one part of a user}. */
@ApplicationScoped
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
        return expected.allowEveryVersion()
                ? make(key, change, null, shown, expected, author)
                : changes.read(key)
                        .invoke(seen -> seen.user().require(expected, json))
                        .flatMap(seen -> make(key, change, seen.rowVersion(), shown, expected, author));
    }

    private Uni<VersionedUser> make(
            UserKey key,
            UserChange change,
            @Nullable String rowVersion,
            Documents shown,
            Preconditions expected,
            Author author) {
        return changes.make(key, change, rowVersion, shown, clock.instant(), author)
                .flatMap(made -> made.map(Uni.createFrom()::item)
                        .orElseGet(() ->
                                users.requireExists(key).flatMap(_ -> change(key, change, shown, expected, author))));
    }
}

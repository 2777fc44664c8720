package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.problem.ProblemException;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserResponse;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.resteasy.reactive.RestResponse;

/** The common part of operations that change one part of a user. */
@Singleton
class UserChangeResponse {
    private final UserChangeService service;
    private final UserResponse users;

    UserChangeResponse(UserChangeService service, UserResponse users) {
        this.service = service;
        this.users = users;
    }

    /**
     * Makes a change and responds with the user.
     *
     * @param read reads the change from the request; if the request is invalid, it adds violations and returns empty
     */
    Uni<RestResponse<User>> change(
            String userId, RoutingContext context, Function<Violations, Optional<UserChange>> read) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Optional<UserChange> change = read.apply(violations);
        Preconditions expected = Preconditions.ofWrite(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.change(user, change.orElseThrow(), Documents.of(Caller.of(context)), expected, author)
                .map(users::written);
    }

    /** Makes a change of one entry. */
    Uni<RestResponse<User>> changeEntry(
            String userId,
            Parameter parameter,
            String entryId,
            RoutingContext context,
            Function<String, UserChange> change) {
        return change(
                userId,
                context,
                violations -> Optional.of(change.apply(Identifier.check(parameter, entryId, violations))));
    }
}

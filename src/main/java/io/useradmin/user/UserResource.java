package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Delete a user. */
@Cancellable(false)
@Path("/api/users/{user_id}")
@Tag(name = "Users")
public class UserResource {
    private final UserRepository users;

    UserResource(UserRepository users) {
        this.users = users;
    }

    @Operation(operationId = "deleteUser", summary = "Delete a user", description = """
            Deletes the user and all that belongs to it, in one transaction. It cannot be undone. An unknown user is 404, and \
            so is a second call.""")
    @APIResponse(responseCode = "204", description = "The user is deleted.")
    @DELETE
    @RequiresScope(Scope.USERS_DELETE)
    public Uni<RestResponse<Void>> delete(@PathParam("user_id") String userId, @Context SecurityContext security) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        ProblemException.throwIfAny(violations);
        return users.delete(user).replaceWith(RestResponse.noContent());
    }
}

package io.useradmin.group;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Assign a user to a group. */
@Cancellable(false)
@Path("/api/users/{user_id}/groups")
@Tag(name = "Groups")
public class GroupResource {
    private final GroupRepository groups;

    GroupResource(GroupRepository groups) {
        this.groups = groups;
    }

    @Operation(operationId = "assignGroup", summary = "Assign a user to a group", description = """
            Puts the user into the group. To do it again is 201 again and adds nothing. An unknown user or group is 404. A \
            request body is not needed and not looked at.""")
    @APIResponse(responseCode = "201", description = "The user is in the group.")
    @POST
    @Path("/{group_id}")
    @RequiresScope(Scope.GROUPS_ASSIGN)
    public Uni<RestResponse<Void>> assign(
            @PathParam("user_id") String userId,
            @PathParam("group_id") String groupId,
            @Context SecurityContext security) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        Identifier.check(new Parameter("group_id"), groupId, violations);
        ProblemException.throwIfAny(violations);
        return groups.assign(user, groupId).replaceWith(RestResponse.status(Status.CREATED));
    }
}

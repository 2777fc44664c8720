package io.useradmin.group;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.PageResponse;
import io.useradmin.http.Preferences;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Assign a user to a group, remove a user from a group, list and get the groups of a user. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/groups")
@Tag(name = "Groups")
public class MembershipResource {
    private final GroupService groups;

    MembershipResource(GroupService groups) {
        this.groups = groups;
    }

    @Operation(operationId = "listGroupsOfUser", summary = "List the groups of a user", description = """
            Lists the groups that the user is in. Groups with equal sort values are ordered by identifier, so that \
            paging is stable. An unknown user is 404. A user without groups has an empty array.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "membership_sort", ref = "membership_sort")
    @APIResponse(responseCode = "200", description = "A page of the groups that the user is in.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.GROUPS_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<List<Membership>>> list(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        PageRequest<MembershipSort> page = QueryParameters.of(context.request().query(), violations)
                .page(
                        List.of(MembershipSort.values()),
                        Sort.ascending(MembershipSort.GROUP_ID),
                        Preferences.counting(context.request()));
        ProblemException.throwIfAny(violations);
        return groups.list(user, page).map(found -> PageResponse.of(found, context.request()));
    }

    @Operation(operationId = "getMembership", summary = "Get a membership", description = """
            Gets a group of the user, with the time of the assignment. A user who is not in it is 404. So is an unknown \
            user.""")
    @APIResponse(responseCode = "200", description = "The user is in the group.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Path("/{group_id}")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.GROUPS_READ)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.MEMBERSHIP_NOT_FOUND})
    public Uni<RestResponse<Membership>> get(
            @PathParam("user_id") String userId,
            @PathParam("group_id") String groupId,
            @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        ProblemException.throwIfAny(violations);
        return groups.read(user, groupId).map(RestResponse::ok);
    }

    @Operation(operationId = "removeFromGroup", summary = "Remove a user from a group", description = """
            Removes the user from the group. A user who is not in it is 404. So are an unknown user and a second call.""")
    @APIResponse(responseCode = "204", description = "The user is no longer in the group.")
    @Tag(name = ApiTags.PROVISIONING)
    @DELETE
    @Path("/{group_id}")
    @RequiresScope(Scope.GROUPS_ASSIGN)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.MEMBERSHIP_NOT_FOUND})
    public Uni<RestResponse<Void>> remove(
            @PathParam("user_id") String userId,
            @PathParam("group_id") String groupId,
            @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return groups.remove(user, groupId, author).replaceWith(RestResponse.noContent());
    }

    @Operation(operationId = "assignGroup", summary = "Assign a user to a group", description = """
            Assigns the user to the group. A second call is also 201 and changes nothing. An unknown user or group is 404. \
            A request body is ignored.""")
    @APIResponse(responseCode = "201", description = "The user is in the group.")
    @POST
    @Path("/{group_id}")
    @RequiresScope(Scope.GROUPS_ASSIGN)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.GROUP_NOT_FOUND})
    public Uni<RestResponse<Void>> assign(
            @PathParam("user_id") String userId,
            @PathParam("group_id") String groupId,
            @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return groups.assign(user, groupId, author).replaceWith(RestResponse.status(Status.CREATED));
    }
}

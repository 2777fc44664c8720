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
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Put, get, list and delete the groups of a tenant. */
@Cancellable(false)
@Admitted
@Path("/api/groups")
@Tag(name = ApiTags.PROVISIONING)
public class GroupResource {
    private final GroupService groups;

    GroupResource(GroupService groups) {
        this.groups = groups;
    }

    @Operation(operationId = "listGroups", summary = "List groups", description = """
            Lists the tenant's groups. Groups with equal sort values are ordered by identifier, so that paging is \
            stable. Names are ordered by code points.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "group_sort", ref = "group_sort")
    @APIResponse(responseCode = "200", description = "A page of the tenant's groups.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.GROUPS_READ)
    public Uni<RestResponse<List<Group>>> list(@Context RoutingContext context) {
        var violations = new Violations();
        PageRequest<GroupSort> page = QueryParameters.of(context.request().query(), violations)
                .page(
                        List.of(GroupSort.values()),
                        Sort.ascending(GroupSort.GROUP_ID),
                        Preferences.counting(context.request()));
        ProblemException.throwIfAny(violations);
        return groups.list(Caller.of(context).tenantId(), page).map(found -> PageResponse.of(found, context.request()));
    }

    @Operation(operationId = "putGroup", summary = "Create or replace a group", description = """
            Creates the group, or replaces its name and description; its members stay.""")
    @RequestBodySchema(GroupBody.class)
    @APIResponse(responseCode = "200", description = "The group is replaced.")
    @APIResponse(responseCode = "201", description = "The group is created.")
    @PUT
    @Path("/{group_id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.GROUPS_WRITE)
    public Uni<RestResponse<Group>> put(
            @PathParam("group_id") String groupId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        String tenantId = Caller.of(context).tenantId();
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        JsonMembers members = body.members(violations);
        members.repeats("group_id", groupId);
        Optional<GroupInput> input = GroupInput.read(members);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        GroupInput group = input.orElseThrow();
        return groups.put(tenantId, groupId, group, author)
                .map(created -> ResponseBuilder.create(
                                created ? Status.CREATED : Status.OK,
                                new Group(groupId, group.name(), group.description()))
                        .build());
    }

    @Operation(
            operationId = "getGroup",
            summary = "Get a group",
            description = "Gets the group. An unknown group is 404.")
    @APIResponse(responseCode = "200", description = "The group.")
    @GET
    @Path("/{group_id}")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.GROUPS_READ)
    @NotFoundProblems(ProblemType.GROUP_NOT_FOUND)
    public Uni<RestResponse<Group>> get(@PathParam("group_id") String groupId, @Context RoutingContext context) {
        var violations = new Violations();
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        ProblemException.throwIfAny(violations);
        return groups.read(Caller.of(context).tenantId(), groupId).map(RestResponse::ok);
    }

    @Operation(operationId = "deleteGroup", summary = "Delete a group", description = """
            Deletes the group and its memberships; the users stay. This cannot be undone. An unknown group is 404. So is a \
            second call.""")
    @APIResponse(responseCode = "204", description = "The group is deleted.")
    @DELETE
    @Path("/{group_id}")
    @RequiresScope(Scope.GROUPS_WRITE)
    @NotFoundProblems(ProblemType.GROUP_NOT_FOUND)
    public Uni<RestResponse<Void>> delete(@PathParam("group_id") String groupId, @Context RoutingContext context) {
        var violations = new Violations();
        Identifier.check(new Location.Parameter("group_id"), groupId, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return groups.delete(Caller.of(context).tenantId(), groupId, author).replaceWith(RestResponse.noContent());
    }
}

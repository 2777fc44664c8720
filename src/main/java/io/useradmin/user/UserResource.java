package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.EntityTags;
import io.useradmin.http.Preconditions;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ProblemException;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Put, get and delete a user. */
@Cancellable(false)
@Path("/api/users/{user_id}")
public class UserResource {
    /** A client may keep what it read, but must ask with its ETag before it uses it again. */
    private static final String REVALIDATE = "private, no-cache";

    private final UserRepository users;
    private final UserService service;
    private final JsonLimits limits;

    UserResource(UserRepository users, UserService service, JsonLimits limits) {
        this.users = users;
        this.service = service;
        this.limits = limits;
    }

    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    public Uni<RestResponse<User>> put(
            @PathParam("user_id") String userId,
            @Context SecurityContext security,
            @Context HttpHeaders headers,
            RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        JsonMembers members = body.members(violations);
        members.repeats("user_id", userId);
        UserInput input = UserParser.read(members, limits);
        members.end();
        ProblemException.throwIfAny(violations);
        return service.put(user, input, Preconditions.of(headers))
                .map(put -> answer(
                        ResponseBuilder.create(
                                put.created() ? Status.CREATED : Status.OK,
                                put.user().user()),
                        put.user()));
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_READ)
    public Uni<RestResponse<User>> get(
            @PathParam("user_id") String userId, @Context SecurityContext security, @Context HttpHeaders headers) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        ProblemException.throwIfAny(violations);
        Preconditions known = Preconditions.of(headers);
        return service.read(user)
                .map(found -> known.ifNoneMatch()
                                .filter(tags -> tags.match(found.version()))
                                .isPresent()
                        ? answer(ResponseBuilder.<User>notModified(), found)
                        : answer(ResponseBuilder.ok(found.user()), found));
    }

    @DELETE
    @RequiresScope(Scope.USERS_DELETE)
    public Uni<RestResponse<Void>> delete(@PathParam("user_id") String userId, @Context SecurityContext security) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        ProblemException.throwIfAny(violations);
        return users.delete(user).replaceWith(RestResponse.noContent());
    }

    private static RestResponse<User> answer(ResponseBuilder<User> response, VersionedUser user) {
        return response.header(HttpHeaders.ETAG, EntityTags.of(user.version()))
                .header(HttpHeaders.CACHE_CONTROL, REVALIDATE)
                .build();
    }
}

package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.audit.ReadRecorder;
import io.useradmin.http.ApiTags;
import io.useradmin.http.Preconditions;
import io.useradmin.http.RequestBody;
import io.useradmin.http.VersionedResponse;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
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

/** Put, update, get and delete a user. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}")
@Tag(name = "Users")
public class UserResource {
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final UserService service;
    private final JsonLimits limits;
    private final JsonText json;
    private final ReadRecorder recorder;

    UserResource(UserService service, JsonLimits limits, JsonText json, ReadRecorder recorder) {
        this.service = service;
        this.limits = limits;
        this.json = json;
        this.recorder = recorder;
    }

    @Operation(operationId = "putUser", summary = "Create or replace a user", description = """
            Creates the user, or replaces all that the User object says of one who is there; sessions, addresses and groups are \
            not touched. Everything may be left out: what is left out is empty afterwards, but for `creation_time`, which \
            stays, and so does a data document that the key may not read. To write what was read changes nothing. `last_updated` counts where it is another time than the stored \
            one, so that users who are brought in keep their history; else it is now if anything changes.

            An entry without `id` keeps the one that the same value has already, or gets one. Usernames, emails, phones and \
            external identities are unique within the tenant, compared letter by letter: what belongs to another user is 409, \
            which names all of it by JSON Pointers, and nothing changes. The data documents have the bounds that their updates \
            have.

            With `If-Match`, another version than the current one is 412, and so is a user who is not there; with \
            `If-None-Match: *`, a user who is there is 412. Who writes the same user at the same time waits.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(UserBody.class)
    @APIResponse(responseCode = "200", description = "The user was there and is as the body says.")
    @APIResponse(responseCode = "201", description = "The user is created.")
    @Tag(name = ApiTags.PROVISIONING)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    public Uni<RestResponse<User>> put(
            @PathParam("user_id") String userId,
            @Context RoutingContext context,
            @Context HttpHeaders headers,
            RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Documents shown = Documents.of(Caller.of(context));
        JsonMembers members = body.members(violations);
        members.repeats("user_id", userId);
        UserInput input = UserParser.read(members, limits);
        members.end();
        Preconditions expected = Preconditions.ofWrite(headers, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.put(user, input, shown.orGiven(members), expected, author)
                .map(put -> response(
                        put.created() ? Status.CREATED : Status.OK, put.user().showing(shown)));
    }

    @Operation(operationId = "updateUser", summary = "Update a user", description = """
            Applies a JSON Merge Patch (RFC 7396) to the User object: members that are given are set, nested objects are merged, arrays \
            are replaced, and `null` removes a member. The outcome has to be what can be put, and is written by the same rules. \
            The data documents have operations of their own: here, they are 422.

            `application/json` and `application/merge-patch+json` mean the same. With `If-Match`, a user who has changed since is 412. An \
            unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(UserPatchBody.class)
    @APIResponse(responseCode = "200", description = "The user after the update.")
    @Tag(name = ApiTags.LIFECYCLE)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> patch(
            @PathParam("user_id") String userId,
            @Context RoutingContext context,
            @Context HttpHeaders headers,
            RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Documents shown = Documents.of(Caller.of(context));
        JsonMembers patch = body.members(violations);
        Preconditions expected = Preconditions.ofWrite(headers, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.patch(user, patch, expected, author)
                .map(patched -> response(Status.OK, patched.user().showing(shown)));
    }

    @Operation(operationId = "getUser", summary = "Get a user", description = """
            Gets the user. The ETag moves with every change of what is answered, whichever operation made it. With \
            `If-None-Match` the answer is 304 if the caller has the current version already. An unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match-of-read")
    @Parameter(name = "If-None-Match", ref = "If-None-Match")
    @APIResponse(responseCode = "200", description = "The user.")
    @APIResponse(responseCode = "304", description = "The caller has the current version.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> get(
            @PathParam("user_id") String userId, @Context RoutingContext context, @Context HttpHeaders headers) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Preconditions expected = Preconditions.ofRead(headers, violations);
        Optional<Author> author = recorder.author(context, violations);
        ProblemException.throwIfAny(violations);
        return service.read(user, Documents.of(Caller.of(context)), author)
                .map(found -> VersionedResponse.ofRead(found.user(), found.version(json), expected));
    }

    @Operation(operationId = "deleteUser", summary = "Delete a user", description = """
            Deletes the user and all that belongs to it, in one transaction. It cannot be undone. With `If-Match`, a user who \
            has changed since is 412. An unknown user is 404, and so is a second call.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "204", description = "The user is deleted.")
    @DELETE
    @RequiresScope(Scope.USERS_DELETE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<Void>> delete(
            @PathParam("user_id") String userId, @Context RoutingContext context, @Context HttpHeaders headers) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Preconditions expected = Preconditions.ofWrite(headers, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.delete(user, expected, author).replaceWith(RestResponse.noContent());
    }

    private RestResponse<User> response(Status status, VersionedUser user) {
        return VersionedResponse.ofWrite(ResponseBuilder.create(status, user.user()), user.version(json));
    }
}

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
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.profile.UserResponse;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.QueryParameters;
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
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Put, update, get and delete a user. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}")
@Tag(name = "Users")
public class UserResource {
    private final UserService service;
    private final JsonLimits limits;
    private final UserResponse users;
    private final ReadRecorder recorder;

    UserResource(UserService service, JsonLimits limits, UserResponse users, ReadRecorder recorder) {
        this.service = service;
        this.limits = limits;
        this.users = users;
        this.recorder = recorder;
    }

    @Operation(operationId = "putUser", summary = "Create or replace a user", description = """
            Creates the user, or replaces it. Sessions, addresses and groups stay. Every member is optional: a member that \
            is left out becomes empty. Only these stay: `creation_time`; a data document that the key may not read; both \
            data documents, if `If-Match` has the `ETag` of `view=basic`. Writing what was read changes nothing. If the \
            body has another `last_updated` than the stored one, it is stored: so imported users keep their history. \
            Without it, or with the stored one, `last_updated` becomes now if anything changes.

            An entry without `id` keeps the `id` that the same value already has, or gets a new one. Usernames, emails, \
            phones and external identities are unique within the tenant, compared case-sensitively. If one belongs to \
            another user, the response is 409, names all of them by JSON Pointers, and nothing changes. The data documents \
            have the same bounds as in their updates.

            With `If-Match`, another version than the current one is 412; so is a user who does not exist. With \
            `If-None-Match: *`, a user who exists is 412. Concurrent writes of the same user wait for each other.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(UserBody.class)
    @APIResponse(responseCode = "200", description = "The user is replaced.")
    @APIResponse(responseCode = "201", description = "The user is created.")
    @Tag(name = ApiTags.PROVISIONING)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    public Uni<RestResponse<User>> put(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Documents shown = Documents.of(Caller.of(context));
        JsonMembers members = body.members(violations);
        members.repeats("user_id", userId);
        UserInput input = UserParser.read(members, limits);
        members.end();
        Preconditions expected = Preconditions.ofWrite(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        // A client that has not seen a document must not remove it.
        Documents replaced = shown.and(VersionedUser.expected(expected)).orGiven(members);
        return service.put(user, input, replaced, expected, author)
                .map(put -> users.written(
                        put.created() ? Status.CREATED : Status.OK, put.user().showing(shown)));
    }

    @Operation(operationId = "updateUser", summary = "Update a user", description = """
            Applies a JSON Merge Patch (RFC 7396) to the User object: given members are set, nested objects are merged, \
            arrays are replaced, and `null` removes a member. The result must follow the rules of `PUT`. The data \
            documents have their own operations; here, they are 422.

            `application/json` and `application/merge-patch+json` mean the same. With `If-Match`, a user who has changed \
            since is 412. An unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(UserPatchBody.class)
    @APIResponse(responseCode = "200", description = "The user after the update.")
    @Tag(name = ApiTags.LIFECYCLE)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, RequestBody.MERGE_PATCH})
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> patch(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Documents shown = Documents.of(Caller.of(context));
        JsonMembers patch = body.members(violations);
        UserParser.checkPatch(patch, userId, violations);
        Preconditions expected = Preconditions.ofWrite(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.patch(user, patch, expected, author)
                .map(patched -> users.written(patched.user().showing(shown)));
    }

    @Operation(operationId = "getUser", summary = "Get a user", description = """
            Gets the user. The `ETag` changes whenever the response does. With `If-None-Match`, the response is 304 if the \
            caller has the current version. An unknown user is 404.""")
    @Parameter(name = "view", ref = "view")
    @Parameter(name = "If-Match", ref = "If-Match-of-read")
    @Parameter(name = "If-None-Match", ref = "If-None-Match")
    @APIResponse(responseCode = "200", description = "The user.")
    @APIResponse(responseCode = "304", description = "The caller has the current version.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> get(@PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Documents shown = Documents.of(
                Caller.of(context), QueryParameters.of(context.request().query(), violations));
        Preconditions expected = Preconditions.ofRead(context.request(), violations);
        Optional<Author> author = recorder.authorIf(shown.privateData(), context, violations);
        ProblemException.throwIfAny(violations);
        return service.read(user, shown, author).map(found -> users.read(found, expected));
    }

    @Operation(operationId = "deleteUser", summary = "Delete a user", description = """
            Deletes the user and all its data, in one transaction. This cannot be undone. With `If-Match`, a user who has \
            changed since is 412. An unknown user is 404. So is a second call.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "204", description = "The user is deleted.")
    @DELETE
    @RequiresScope(Scope.USERS_DELETE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<Void>> delete(@PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Preconditions expected = Preconditions.ofWrite(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.delete(user, expected, author).replaceWith(RestResponse.noContent());
    }
}

package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.ClaimsParser;
import io.useradmin.profile.User;
import io.useradmin.profile.UserParser;
import io.useradmin.shared.Ids;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Disable and enable a user, change claims and username. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = ApiTags.LIFECYCLE)
public class AccountResource {
    private static final String RULES =
            " With `If-Match`, a user who has changed since is 412. An unknown user is 404.";

    private final UserChangeResponse changes;
    private final Ids ids;

    AccountResource(UserChangeResponse changes, Ids ids) {
        this.changes = changes;
        this.ids = ids;
    }

    @Operation(operationId = "disableUser", summary = "Disable a user", description = """
            Disables the user, and revokes all sessions in the same transaction unless `revoke_sessions` is false. No body \
            means `{}`. Repeating it changes nothing, except that it revokes sessions that were recorded since. \
            For a user with very many sessions, use `{"revoke_sessions": false}`, and then \
            `POST /api/sessions/revoke` with `user_ids`, which revokes them in batches.""" + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @org.eclipse.microprofile.openapi.annotations.parameters.RequestBody(
            required = false,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = DisableBody.class)))
    @APIResponse(responseCode = "200", description = "The user is disabled.")
    @POST
    @Path("/disable")
    @Consumes(MediaType.WILDCARD)
    @RequiresScope(Scope.USERS_DISABLE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> disable(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return changes.change(userId, context, violations -> {
            JsonMembers members = body.optionalMembers(violations);
            boolean endSessions =
                    members.optional("revoke_sessions").flatMap(JsonItem::bool).orElse(true);
            members.end();
            return Optional.of(endSessions ? UserChanges.disabledAndSignedOut() : UserChanges.disabled(true));
        });
    }

    @Operation(operationId = "enableUser", summary = "Enable a user", description = """
            Enables the user. Repeating it changes nothing.""" + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user is enabled.")
    @POST
    @Path("/enable")
    @RequiresScope(Scope.USERS_DISABLE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> enable(@PathParam("user_id") String userId, @Context RoutingContext context) {
        return changes.change(userId, context, _ -> Optional.of(UserChanges.disabled(false)));
    }

    @Operation(operationId = "updateClaims", summary = "Update claims", description = """
            Applies a JSON Merge Patch (RFC 7396) to the claims: given claims are set, and `null` removes one. They are \
            the string claims of OpenID Connect Core 5.1; others are 422. `application/json` and \
            `application/merge-patch+json` mean the same.""" + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(ClaimsPatchBody.class)
    @APIResponse(responseCode = "200", description = "The user with the claims after the update.")
    @PATCH
    @Path("/claims")
    @Consumes({MediaType.APPLICATION_JSON, RequestBody.MERGE_PATCH})
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<User>> patchClaims(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return changes.change(userId, context, violations -> {
            JsonMembers members = body.members(violations);
            Optional<JsonMembers> claims = members.required("claims").flatMap(JsonItem::object);
            members.end();
            return claims.map(ClaimsParser::patch).map(UserChanges::claims);
        });
    }

    @Operation(operationId = "setUsername", summary = "Set the username", description = """
            Sets the name that the user signs in with. The other members of the user's `username` stay, also its `id`. A \
            name that belongs to another user is 409. Repeating it changes nothing.""" + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(UsernameChangeBody.class)
    @APIResponse(responseCode = "200", description = "The user with the username.")
    @PUT
    @Path("/username")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    public Uni<RestResponse<User>> setUsername(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return changes.change(userId, context, violations -> username(body, violations));
    }

    @Operation(operationId = "removeUsername", summary = "Remove the username", description = """
            Removes the username. A user without one is 404. So is a second call.""" + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user without the username.")
    @DELETE
    @Path("/username")
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.USERNAME_NOT_FOUND})
    public Uni<RestResponse<User>> removeUsername(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        return changes.change(userId, context, _ -> Optional.of(UserChanges.noUsername()));
    }

    private Optional<UserChange> username(RequestBody body, Violations violations) {
        JsonMembers members = body.members(violations);
        Optional<String> username = members.required("username").flatMap(UserParser::username);
        members.end();
        return username.map(name -> UserChanges.username(name, ids.next()));
    }
}

package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.AuditedRequest;
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
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** List, record, get and revoke sessions. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/sessions")
@Tag(name = "Sessions")
public class SessionResource {
    private final SessionService sessions;
    private final RevocationService revocations;

    SessionResource(SessionService sessions, RevocationService revocations) {
        this.sessions = sessions;
        this.revocations = revocations;
    }

    @Operation(operationId = "listSessions", summary = "List sessions", description = """
            Lists the user's live sessions: their `expires_at` is in the future. Sessions with equal sort values are \
            ordered by identifier, so that paging is stable. An unknown user is 404. A user without sessions has an empty \
            array.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "client_id", ref = "client_id")
    @Parameter(name = "clientId", ref = "clientId")
    @Parameter(name = "session_sort", ref = "session_sort")
    @APIResponse(responseCode = "200", description = "A page of the user's live sessions.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<List<Session>>> list(@PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        var query = QueryParameters.of(context.request().query(), violations);
        PageRequest<SessionSort> page = query.page(
                List.of(SessionSort.values()),
                Sort.descending(SessionSort.LAST_UPDATED),
                Preferences.counting(context.request()));
        Optional<String> client = query.identifier("client_id", "clientId");
        ProblemException.throwIfAny(violations);
        return sessions.list(user, client, page).map(found -> PageResponse.of(found, context.request()));
    }

    @Operation(operationId = "putSession", summary = "Record or refresh a session", description = """
            Records a session of the user, or replaces it. If `initiated_at` is left out, it stays, or is now for a new \
            or expired session. If `last_updated` is left out, it is now. Other members that are left out become empty.

            **A session that was revoked or has expired comes back** if its new `expires_at` is in the future; it counts \
            as created. So check that a session still exists before you refresh it. If the new `expires_at` has passed, a \
            live session counts as revoked; any other is stored without an event. Only the export shows such a session. An \
            unknown user is 404.""")
    @RequestBodySchema(SessionBody.class)
    @APIResponse(responseCode = "200", description = "The session is replaced.")
    @APIResponse(responseCode = "201", description = "The session is recorded.")
    @Tag(name = ApiTags.PROVISIONING)
    @PUT
    @Path("/{session_id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<Session>> put(
            @PathParam("user_id") String userId,
            @PathParam("session_id") String sessionId,
            @Context RoutingContext context,
            RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("session_id"), sessionId, violations);
        JsonMembers members = body.members(violations);
        members.repeats("session_id", sessionId);
        Optional<SessionInput> input = SessionParser.read(members);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return sessions.put(user, sessionId, input.orElseThrow(), author)
                .map(put -> ResponseBuilder.create(put.created() ? Status.CREATED : Status.OK, put.session())
                        .build());
    }

    @Operation(operationId = "getSession", summary = "Get a session", description = """
            Gets a live session of the user. An unknown or expired session is 404. So are another user's session and an \
            unknown user.""")
    @APIResponse(responseCode = "200", description = "The session.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Path("/{session_id}")
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_READ)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.SESSION_NOT_FOUND})
    public Uni<RestResponse<Session>> get(
            @PathParam("user_id") String userId,
            @PathParam("session_id") String sessionId,
            @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("session_id"), sessionId, violations);
        ProblemException.throwIfAny(violations);
        return sessions.read(user, sessionId).map(RestResponse::ok);
    }

    @Operation(operationId = "revokeSession", summary = "Revoke a session", description = """
            Revokes the session at once. An unknown, expired or already revoked session is 404. So are another user's \
            session and an unknown user.""")
    @APIResponse(responseCode = "204", description = "The session is revoked.")
    @DELETE
    @Path("/{session_id}")
    @RequiresScope(Scope.SESSIONS_REVOKE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.SESSION_NOT_FOUND})
    public Uni<RestResponse<Void>> revoke(
            @PathParam("user_id") String userId,
            @PathParam("session_id") String sessionId,
            @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Identifier.check(new Location.Parameter("session_id"), sessionId, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return sessions.revoke(user, sessionId, author).replaceWith(RestResponse.noContent());
    }

    @Operation(operationId = "revokeSessions", summary = "Revoke sessions of a user", description = """
            Revokes the user's live sessions that match all given members of the body. `{}`, or no body, means all; \
            `except` names those that stay. It is one transaction: after an error, no session is revoked. One \
            request can revoke a few hundred thousand; for more, use `POST /api/sessions/revoke` with `user_ids`. An unknown user is \
            404. If no session matches, the response is 200 with `revoked` 0. A session that begins while the request runs \
            may stay.""")
    @org.eclipse.microprofile.openapi.annotations.parameters.RequestBody(
            required = false,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = RevokeSessionsBody.class)))
    @APIResponse(responseCode = "200", description = "The sessions are revoked (with `dry_run`: would be).")
    @Tag(name = ApiTags.INCIDENTS)
    @POST
    @Path("/revoke")
    @Consumes(MediaType.WILDCARD)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_REVOKE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<RevokedSessions>> revokeAll(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        RevokeSessions request = RevokeSessions.read(user, body.optionalMembers(violations));
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        AuditedRequest.selects(context, request.words(), request.dryRun());
        return revocations.revoke(request, author).map(RestResponse::ok);
    }
}

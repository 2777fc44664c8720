package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.PageResponse;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** List sessions, revoke a session. */
@Cancellable(false)
@Path("/api/users/{user_id}/sessions")
public class SessionResource {
    private final SessionService sessions;

    SessionResource(SessionService sessions) {
        this.sessions = sessions;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_READ)
    public Uni<RestResponse<List<Session>>> list(
            @PathParam("user_id") String userId, @Context SecurityContext security, @Context UriInfo uri) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        var query = new QueryParameters(uri.getQueryParameters(), violations);
        PageRequest<SessionSort> page =
                query.page(List.of(SessionSort.values()), Sort.descending(SessionSort.LAST_UPDATED));
        Optional<String> client = query.text("client_id", "clientId")
                .map(id -> Identifier.check(new Parameter("client_id"), id, violations));
        ProblemException.throwIfAny(violations);
        return sessions.list(user, client, page).map(found -> PageResponse.of(found, uri));
    }

    @DELETE
    @Path("/{session_id}")
    @RequiresScope(Scope.SESSIONS_REVOKE)
    public Uni<RestResponse<Void>> revoke(
            @PathParam("user_id") String userId,
            @PathParam("session_id") String sessionId,
            @Context SecurityContext security) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        Identifier.check(new Parameter("session_id"), sessionId, violations);
        ProblemException.throwIfAny(violations);
        return sessions.revoke(user, sessionId).replaceWith(RestResponse.noContent());
    }
}

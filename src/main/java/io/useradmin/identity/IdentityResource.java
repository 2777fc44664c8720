package io.useradmin.identity;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ProblemException;
import io.useradmin.profile.Authenticator;
import io.useradmin.profile.User;
import io.useradmin.profile.UserParser;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Disconnect an external authenticator. */
@Cancellable(false)
@Path("/api/users/{user_id}/external_authenticator")
public class IdentityResource {
    private final IdentityService identities;

    IdentityResource(IdentityService identities) {
        this.identities = identities;
    }

    @POST
    @Path("/disconnect")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.IDENTITIES_DISCONNECT)
    public Uni<RestResponse<User>> disconnect(
            @PathParam("user_id") String userId, @Context SecurityContext security, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        JsonMembers members = body.members(violations);
        Optional<Authenticator> authenticator = members.oneOf("authenticator", List.of(Authenticator.values()));
        Optional<String> providerUserId = members.text("provider_user_id", UserParser.LONGEST_PROVIDER_USER_ID);
        members.end();
        ProblemException.throwIfAny(violations);
        return identities
                .disconnect(user, authenticator.orElseThrow(), providerUserId.orElseThrow())
                .map(RestResponse::ok);
    }
}

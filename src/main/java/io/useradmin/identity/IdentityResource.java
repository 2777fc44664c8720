package io.useradmin.identity;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Authenticator;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserParser;
import io.useradmin.profile.UserResponse;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Disconnect an external identity. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/external_authenticator")
@Tag(name = "External identities")
public class IdentityResource {
    private final IdentityService identities;
    private final UserResponse users;

    IdentityResource(IdentityService identities, UserResponse users) {
        this.identities = identities;
        this.users = users;
    }

    @Operation(
            operationId = "disconnectAuthenticator",
            summary = "Disconnect an external authenticator",
            description = """
            Removes an external identity from the user. The authenticator's name also disappears from the `idps` of the \
            user's username, emails and phone numbers, unless another identity of the same authenticator remains. An \
            identity that is not connected is 404. So is an unknown user. An unknown authenticator is 422.""")
    @RequestBodySchema(DisconnectRequest.class)
    @APIResponse(
            responseCode = "200",
            description = "The identity is disconnected; this is the user without it.",
            headers = @Header(name = "ETag", ref = "ETag"))
    @POST
    @Path("/disconnect")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.IDENTITIES_DISCONNECT)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.IDENTITY_NOT_FOUND})
    public Uni<RestResponse<User>> disconnect(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        JsonMembers members = body.members(violations);
        Optional<Authenticator> authenticator = members.oneOf("authenticator", List.of(Authenticator.values()));
        Optional<String> providerUserId = members.text("provider_user_id", UserParser.LONGEST_PROVIDER_USER_ID);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return identities
                .disconnect(
                        user,
                        authenticator.orElseThrow(),
                        providerUserId.orElseThrow(),
                        Documents.of(Caller.of(context)),
                        author)
                .map(users::written);
    }
}

package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.AuditedRequest;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.InSeveralTransactions;
import io.useradmin.http.RequestBody;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Revoke sessions of many users. */
@Cancellable(false)
@Admitted
@Path("/api/sessions")
@Tag(name = ApiTags.INCIDENTS)
public class TenantSessionsResource {
    private final RevocationService revocations;

    TenantSessionsResource(RevocationService revocations) {
        this.revocations = revocations;
    }

    @Operation(
            operationId = "revokeSessionsAcrossTenant",
            summary = "Revoke sessions across the tenant",
            description = """
            Revokes the live sessions that match all given members of the body. Sessions that begin while the calls run \
            may stay: first stop the client, then revoke.

            A call revokes up to `limit` sessions and reads a bounded number, so that it ends in time. Repeat it with the \
            same body and `next` of the response until there is none. A call is several transactions. After an error, \
            repeat it with the same `next`: it continues with the rest. `dry_run` counts what would be revoked; it may \
            need more or fewer calls.""")
    @RequestBodySchema(RevokeAcrossBody.class)
    @APIResponse(responseCode = "200", description = "The sessions are revoked (with `dry_run`: would be).")
    @POST
    @Path("/revoke")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SESSIONS_REVOKE_MANY)
    @InSeveralTransactions
    public Uni<RestResponse<RevocationPage>> revoke(@Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        String tenantId = Caller.of(context).tenantId();
        RevokeAcross request = RevokeAcross.read(tenantId, body.members(violations));
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        AuditedRequest.selects(context, request.selector().words(), request.dryRun());
        return revocations.revoke(request, author).map(RestResponse::ok);
    }
}

package io.useradmin.event;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.ApiTags;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** The audit log of a user. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/audit_log")
@Tag(name = ApiTags.EVENTS)
public class UserAuditLogResource {
    private final AuditLogResponse log;

    UserAuditLogResource(AuditLogResponse log) {
        this.log = log;
    }

    @Operation(
            operationId = "listUserAuditLog",
            summary = "List a user's audit log",
            description = """
            Lists the changes of the user: who made them, when, for whom and why. The log of a deleted user stays, without \
            IP addresses. The log of an unknown user is empty.""" + AuditLogResponse.PAGING)
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "before", ref = "before")
    @Parameter(name = "event_type", ref = "event_type")
    @Parameter(name = "actor", ref = "actor")
    @Parameter(name = "key_id", ref = "acting_key")
    @APIResponse(responseCode = "200", description = "A page of the user's audit log.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.AUDIT_READ)
    public Uni<RestResponse<List<AuditEntry>>> list(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        Identifier.check(new Location.Parameter("user_id"), userId, violations);
        return log.list(Optional.of(userId), context, violations);
    }
}

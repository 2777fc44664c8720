package io.useradmin.event;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.ApiTags;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
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

/** The audit log of the tenant. */
@Cancellable(false)
@Admitted
@Path("/api/audit_log")
@Tag(name = ApiTags.EVENTS)
public class AuditLogResource {
    private final AuditLogResponse log;

    AuditLogResource(AuditLogResponse log) {
        this.log = log;
    }

    @Operation(
            operationId = "listAuditLog",
            summary = "List the tenant's audit log",
            description = "Lists the changes of all users, groups and keys of the tenant." + AuditLogResponse.PAGING)
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "before", ref = "before")
    @Parameter(name = "event_type", ref = "event_type")
    @Parameter(name = "actor", ref = "actor")
    @Parameter(name = "key_id", ref = "acting_key")
    @APIResponse(responseCode = "200", description = "A page of the tenant's audit log.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.AUDIT_READ)
    public Uni<RestResponse<List<AuditEntry>>> list(@Context RoutingContext context) {
        return log.list(Optional.empty(), context, new Violations());
    }
}

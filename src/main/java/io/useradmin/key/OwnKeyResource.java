package io.useradmin.key;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresNoScope;
import io.useradmin.http.ApiTags;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Get the key of the request. */
@Cancellable(false)
@Admitted
@Path("/api/key")
@Tag(name = ApiTags.KEYS)
public class OwnKeyResource {
    private final KeyService keys;

    OwnKeyResource(KeyService keys) {
        this.keys = keys;
    }

    @Operation(operationId = "getOwnKey", summary = "Get the key of the request", description = """
            Gets the tenant, name, scopes, expiry and rate of the request's key from the database, so a key that was \
            just revoked is 401.""")
    @APIResponse(responseCode = "200", description = "The key of the request.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresNoScope
    public Uni<RestResponse<OwnKey>> get(@Context RoutingContext context) {
        return keys.own(Caller.of(context)).map(key -> RestResponse.ok(OwnKey.of(key)));
    }
}

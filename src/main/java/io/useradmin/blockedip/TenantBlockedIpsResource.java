package io.useradmin.blockedip;

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
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.Location;
import io.useradmin.shared.PageLinks;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.Cancellable;

/** List the users who are blocked from an address or a network, and unblock it for every user. */
@Cancellable(false)
@Admitted
@Path("/api/blocked_ips")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = ApiTags.INCIDENTS)
public class TenantBlockedIpsResource {
    private final TenantBlockedIpService addresses;

    TenantBlockedIpsResource(TenantBlockedIpService addresses) {
        this.addresses = addresses;
    }

    @Operation(
            operationId = "listBlockedIpsAcrossTenant",
            summary = "List who is blocked from an address",
            description = """
            Lists the addresses that are blocked now for users of the tenant, in the order of address and user. \
            `ip_address` selects an address or a network; without it, the list has all. Follow the `next` link until there \
            is none. A request reads up to 2,000 addresses, also those whose block has ended. So a page may have fewer \
            entries than `size`, or none, and still a `next` link.""")
    @Parameter(name = "network", ref = "network")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "cursor", ref = "cursor")
    @APIResponse(responseCode = "200", description = "A page of the addresses that are blocked for users.")
    @GET
    @RequiresScope(Scope.BLOCKED_IPS_READ)
    public Uni<RestResponse<List<BlockedIpOfUser>>> list(@Context RoutingContext context) {
        var violations = new Violations();
        String tenantId = Caller.of(context).tenantId();
        var query = QueryParameters.of(context.request().query(), violations);
        IpNetwork network = query.text("ip_address")
                .flatMap(text -> IpNetwork.read(new Location.Parameter("ip_address"), text, violations))
                .orElse(IpNetwork.ALL);
        BlockedIpPosition after = query.text("cursor")
                .flatMap(text ->
                        UnblockAcross.position(new Location.Parameter("cursor"), text, tenantId, network, violations))
                .orElseGet(() -> BlockedIpPosition.before(network));
        int size = query.integer("size", 1, PageRequest.MAX_SIZE, PageRequest.DEFAULT_SIZE);
        ProblemException.throwIfAny(violations);
        return addresses
                .list(tenantId, network, after, size)
                .map(page -> response(page, tenantId, network, context.request()));
    }

    @Operation(
            operationId = "unblockIpAcrossTenant",
            summary = "Unblock an IP address for every user",
            description = """
            Unblocks an address or a network for every user of the tenant: it clears `block_until` and sets \
            `failure_count` to 0. `0.0.0.0/0` is every IPv4 address, `::/0` every IPv6 address.

            A call removes up to 10,000 blocks. Repeat it with `next` of the response until there is none. A call is \
            several transactions. After an error, repeat it with the same `next`: it continues with the rest. `dry_run` \
            counts what would be unblocked; it may need more or fewer calls.""")
    @RequestBodySchema(UnblockAcrossBody.class)
    @APIResponse(
            responseCode = "200",
            description = "The addresses are no longer blocked (with `dry_run`: would not be).")
    @POST
    @Path("/unblock")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.BLOCKED_IPS_UNBLOCK_MANY)
    @InSeveralTransactions
    public Uni<RestResponse<UnblockPage>> unblock(@Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        String tenantId = Caller.of(context).tenantId();
        Optional<UnblockAcross> given = UnblockAcross.read(tenantId, body.members(violations));
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        UnblockAcross request = given.orElseThrow();
        AuditedRequest.selects(context, BlockedIpRepository.SELECTOR, request.dryRun());
        return addresses.unblock(request, author).map(RestResponse::ok);
    }

    private static RestResponse<List<BlockedIpOfUser>> response(
            BlockedIpSearch page, String tenantId, IpNetwork network, HttpServerRequest request) {
        var response = ResponseBuilder.ok(page.found());
        String path = Objects.requireNonNull(request.path());
        page.next()
                .map(next -> PageLinks.next(path, request.query(), "cursor", next.text(tenantId, network)))
                .ifPresent(link -> response.header(HttpHeaders.LINK, link));
        return response.build();
    }
}

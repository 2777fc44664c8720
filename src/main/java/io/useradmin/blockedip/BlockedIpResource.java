package io.useradmin.blockedip;

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
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserResponse;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.Location;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
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
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.server.Cancellable;

/** List blocked IPs and unblock them, record and get the state of an IP address. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/blocked_ips")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Blocked IPs")
public class BlockedIpResource {
    private final BlockedIpService addresses;
    private final UserResponse users;

    BlockedIpResource(BlockedIpService addresses, UserResponse users) {
        this.addresses = addresses;
        this.users = users;
    }

    @Operation(operationId = "listBlockedIps", summary = "List blocked IPs", description = """
            Lists the addresses that are blocked for the user now: their `block_until` is in the future. Blocks with equal \
            sort values are ordered by address, so that paging is stable. An unknown user is 404. A user without \
            blocked addresses has an empty array.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "filter", ref = "filter")
    @Parameter(name = "blocked_ip_sort", ref = "blocked_ip_sort")
    @APIResponse(responseCode = "200", description = "A page of the addresses that are blocked for the user.")
    @GET
    @RequiresScope(Scope.BLOCKED_IPS_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<List<BlockedIp>>> list(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        var query = QueryParameters.of(context.request().query(), violations);
        PageRequest<BlockedIpSort> page = query.page(
                List.of(BlockedIpSort.values()),
                Sort.descending(BlockedIpSort.LAST_LOGIN_ATTEMPT),
                Preferences.counting(context.request()));
        Optional<IpAddress> filter = query.text("filter")
                .flatMap(text -> IpAddress.read(new Location.Parameter("filter"), text, violations));
        ProblemException.throwIfAny(violations);
        return addresses.list(user, filter, page).map(found -> PageResponse.of(found, context.request()));
    }

    @Operation(operationId = "unblockIp", summary = "Unblock an IP address", description = """
            Unblocks one address, those of a network, or every address of the user if `ip_address` is `all`. Unblocking \
            clears `block_until` and sets `failure_count` to 0; the history stays. `all` also resets the failures of \
            addresses that are not blocked. An address that is not blocked is 404. So is a network without blocked \
            addresses. `all` is 200 even if none is blocked. Any other value is 422. An unknown user is 404.""")
    @RequestBodySchema(UnblockRequest.class)
    @APIResponse(
            responseCode = "200",
            description = "The address is no longer blocked; this is the user.",
            headers = @Header(name = "ETag", ref = "ETag"))
    @POST
    @Path("/unblock")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.BLOCKED_IPS_UNBLOCK)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.BLOCK_NOT_FOUND})
    public Uni<RestResponse<User>> unblock(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        JsonMembers members = body.members(violations);
        Optional<String> given = members.text("ip_address");
        members.end();
        Optional<IpNetwork> only = given.filter(text -> !text.equals(BlockedIpRepository.ALL))
                .flatMap(text -> IpNetwork.read(new Pointer("/ip_address"), text, violations));
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        AuditedRequest.selects(
                context, only.isPresent() ? BlockedIpRepository.SELECTOR : BlockedIpRepository.ALL, false);
        Documents shown = Documents.of(Caller.of(context));
        return addresses.unblock(user, only, shown, author).map(users::written);
    }

    @Operation(operationId = "putIpAccess", summary = "Record the state of an address", description = """
            Records or replaces the state of an address that tried to sign in as the user. It is blocked while \
            `block_until` is in the future; without `block_until`, it is not. All notations of an address mean the same \
            one. A malformed address is 422. An unknown user is 404.""")
    @RequestBodySchema(IpAccessBody.class)
    @APIResponse(responseCode = "200", description = "The state of the address is replaced.")
    @APIResponse(responseCode = "201", description = "The state of the address is recorded.")
    @Tag(name = ApiTags.PROVISIONING)
    @PUT
    @Path("/{ip}")
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.BLOCKED_IPS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<IpAccess>> put(
            @PathParam("user_id") String userId,
            @PathParam("ip") String ip,
            @Context RoutingContext context,
            RequestBody body) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Optional<IpAddress> address = IpAddress.read(new Location.Parameter("ip"), ip, violations);
        JsonMembers members = body.members(violations);
        members.optional("ip")
                .ifPresent(item -> item.text()
                        .ifPresent(text -> item.require(
                                IpAddress.parse(text).equals(address),
                                "mismatch",
                                "must equal the address in the path")));
        Optional<AccessInput> input = AccessInput.read(members);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return addresses
                .put(user, address.orElseThrow(), input.orElseThrow(), author)
                .map(put -> ResponseBuilder.create(put.created() ? Status.CREATED : Status.OK, put.access())
                        .build());
    }

    @Operation(operationId = "getIpAccess", summary = "Get the state of an address", description = """
            Gets the state of an address that tried to sign in as the user, blocked or not. All notations of an address \
            mean the same one. An address that never tried is 404. So is an unknown user. A malformed address is 422.""")
    @APIResponse(responseCode = "200", description = "The state of the address.")
    @Tag(name = ApiTags.PROVISIONING)
    @GET
    @Path("/{ip}")
    @RequiresScope(Scope.BLOCKED_IPS_READ)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.ADDRESS_NOT_FOUND})
    public Uni<RestResponse<IpAccess>> get(
            @PathParam("user_id") String userId, @PathParam("ip") String ip, @Context RoutingContext context) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Optional<IpAddress> address = IpAddress.read(new Location.Parameter("ip"), ip, violations);
        ProblemException.throwIfAny(violations);
        return addresses.read(user, address.orElseThrow()).map(RestResponse::ok);
    }
}

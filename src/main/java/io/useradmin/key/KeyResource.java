package io.useradmin.key;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.KeyGrant;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.PageResponse;
import io.useradmin.http.Preferences;
import io.useradmin.http.RequestBody;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
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

/** List, create, rotate and revoke the keys of a tenant. */
@Cancellable(false)
@Admitted
@Path("/api/keys")
@Tag(name = ApiTags.KEYS)
public class KeyResource {
    private static final String PATH = "/api/keys/";

    private final KeyService keys;
    private final Clock clock;

    KeyResource(KeyService keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    @Operation(operationId = "listKeys", summary = "List keys", description = """
            Lists the tenant's keys, also revoked and expired ones, by default the newest first. The list has no secrets.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "key_sort", ref = "key_sort")
    @APIResponse(responseCode = "200", description = "A page of the tenant's keys.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.KEYS_MANAGE)
    public Uni<RestResponse<List<Key>>> list(@Context RoutingContext context) {
        var violations = new Violations();
        PageRequest<KeySort> page = QueryParameters.of(context.request().query(), violations)
                .page(
                        List.of(KeySort.values()),
                        Sort.descending(KeySort.CREATED_AT),
                        Preferences.counting(context.request()));
        ProblemException.throwIfAny(violations);
        return keys.list(Caller.of(context), page).map(found -> PageResponse.of(found, context.request()));
    }

    @Operation(operationId = "createKey", summary = "Create a key", description = """
            Creates a key of the caller's tenant. Only this response shows the key.

            A key can grant only what it has: a scope that it lacks, or a higher rate, is 403. A key without a rate can \
            grant any.""")
    @RequestBodySchema(KeyBody.class)
    @APIResponse(
            responseCode = "201",
            description = "The key is created.",
            headers = @Header(name = HttpHeaders.LOCATION, ref = HttpHeaders.LOCATION),
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = NewKey.class)))
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.KEYS_MANAGE)
    public Uni<RestResponse<NewKey>> create(@Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        Caller caller = Caller.of(context);
        Instant now = clock.instant();
        Optional<KeyGrant> grant = KeyInput.grant(body.members(violations), caller.tenantId(), now);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return keys.create(grant.orElseThrow(), now, caller, author).map(KeyResource::created);
    }

    @Operation(operationId = "rotateKey", summary = "Rotate a key", description = """
            Creates a key with the same name, scopes, rate and lifetime. The old key works until the overlap ends exactly, \
            but not beyond its own end. Only this response shows the new key. No body means `{}`.

            If you lose the response, revoke the new key and rotate the old key again, before it ends.

            To rotate a key, the caller's key must have all of its scopes, and at least its rate; otherwise the response \
            is 403. A revoked or expired key is 409. An unknown key is 404.""")
    @org.eclipse.microprofile.openapi.annotations.parameters.RequestBody(
            required = false,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = RotationBody.class)))
    @APIResponse(
            responseCode = "201",
            description = "The new key is created.",
            headers = @Header(name = HttpHeaders.LOCATION, ref = HttpHeaders.LOCATION),
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = NewKey.class)))
    @POST
    @Path("/{key_id}/rotate")
    @Consumes(MediaType.WILDCARD)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.KEYS_MANAGE)
    @NotFoundProblems(ProblemType.KEY_NOT_FOUND)
    @ConflictProblems(ProblemType.KEY_ENDED)
    public Uni<RestResponse<NewKey>> rotate(
            @PathParam("key_id") String keyId, @Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        Identifier.check(new Location.Parameter("key_id"), keyId, violations);
        Duration overlap = KeyInput.overlap(body.optionalMembers(violations));
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return keys.rotate(keyId, overlap, Caller.of(context), author).map(KeyResource::created);
    }

    @Operation(operationId = "revokeKey", summary = "Revoke a key", description = """
            Revokes the key: at once at the replica that responds, within 30 seconds at all others. A key that \
            was revoked before stays revoked. An unknown key is 404.

            The last key with the scope `keys:manage` cannot revoke itself: 409. Keys that end before it and within \
            a day do not count.""")
    @APIResponse(responseCode = "204", description = "The key is revoked.")
    @DELETE
    @Path("/{key_id}")
    @RequiresScope(Scope.KEYS_MANAGE)
    @NotFoundProblems(ProblemType.KEY_NOT_FOUND)
    @ConflictProblems(ProblemType.LAST_MANAGING_KEY)
    public Uni<RestResponse<Void>> revoke(@PathParam("key_id") String keyId, @Context RoutingContext context) {
        var violations = new Violations();
        Identifier.check(new Location.Parameter("key_id"), keyId, violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return keys.revoke(keyId, Caller.of(context), author).replaceWith(RestResponse.noContent());
    }

    private static RestResponse<NewKey> created(NewKey key) {
        return ResponseBuilder.create(Status.CREATED, key)
                .header(HttpHeaders.LOCATION, PATH + key.keyId())
                .build();
    }
}

package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.audit.ReadRecorder;
import io.useradmin.http.Preconditions;
import io.useradmin.http.RequestBody;
import io.useradmin.http.VersionedResponse;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.json.MergePatch;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Get and update public and private data. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "User data")
public class UserDataResource {
    private static final String UPDATE = """
            Applies a JSON Merge Patch (RFC 7396) to the stored object and returns the result: given members are set, \
            nested objects are merged, arrays are replaced, and `null` removes a member. An empty patch changes nothing. \
            Concurrent patches of different members never overwrite each other. A number with an exponent comes back \
            without it: `1e3` as `1000`.

            `application/json` and `application/merge-patch+json` mean the same. After the update, the object may have up \
            to 64 KiB as compact JSON in UTF-8, 32 levels, and 256 characters in a member name. More is 422. So are values \
            that cannot be stored: U+0000, half a surrogate pair, -0, a number beyond PostgreSQL's `numeric`. Operators \
            can change the 64 KiB. If the stored version does not meet `If-Match` or `If-None-Match`, the response is 412. An \
            unknown user is 404.""";

    private final UserDataService data;
    private final JsonLimits limits;
    private final ReadRecorder recorder;

    UserDataResource(UserDataService data, JsonLimits limits, ReadRecorder recorder) {
        this.data = data;
        this.limits = limits;
        this.recorder = recorder;
    }

    @Operation(operationId = "getPublicData", summary = "Get public data", description = """
            Gets the user's public data exactly as stored: numbers keep their digits. A number with an exponent comes back \
            without it: `1e3` as `1000`. With `If-None-Match`, the response is 304 if the caller has the stored version. An \
            unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match-of-read")
    @Parameter(name = "If-None-Match", ref = "If-None-Match")
    @APIResponse(responseCode = "200", description = "The public data.")
    @APIResponse(responseCode = "304", description = "The caller has the stored version.")
    @GET
    @Path("/public_data")
    @RequiresScope(Scope.PUBLIC_DATA_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<PublicData>> publicData(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        return read(DataKind.PUBLIC, userId, context, PublicData::new);
    }

    @Operation(operationId = "updatePublicData", summary = "Update public data", description = UPDATE)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(PublicDataPatch.class)
    @APIResponse(responseCode = "200", description = "The public data after the update.")
    @PATCH
    @Path("/public_data")
    @Consumes({MediaType.APPLICATION_JSON, RequestBody.MERGE_PATCH})
    @RequiresScope(Scope.PUBLIC_DATA_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<PublicData>> patchPublicData(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return patch(DataKind.PUBLIC, userId, context, body, PublicData::new);
    }

    @Operation(operationId = "getPrivateData", summary = "Get private data", description = """
            Gets the user's private data exactly as stored: numbers keep their digits. A number with an exponent comes back \
            without it: `1e3` as `1000`. With `If-None-Match`, the response is 304 if the caller has the stored version. An \
            unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match-of-read")
    @Parameter(name = "If-None-Match", ref = "If-None-Match")
    @APIResponse(responseCode = "200", description = "The private data.")
    @APIResponse(responseCode = "304", description = "The caller has the stored version.")
    @GET
    @Path("/private_data")
    @RequiresScope(Scope.PRIVATE_DATA_READ)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<PrivateData>> privateData(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        return read(DataKind.PRIVATE, userId, context, PrivateData::new);
    }

    @Operation(operationId = "updatePrivateData", summary = "Update private data", description = UPDATE)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(PrivateDataPatch.class)
    @APIResponse(responseCode = "200", description = "The private data after the update.")
    @PATCH
    @Path("/private_data")
    @Consumes({MediaType.APPLICATION_JSON, RequestBody.MERGE_PATCH})
    @RequiresScope(Scope.PRIVATE_DATA_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<PrivateData>> patchPrivateData(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return patch(DataKind.PRIVATE, userId, context, body, PrivateData::new);
    }

    private <T> Uni<RestResponse<T>> read(
            DataKind kind, String userId, RoutingContext context, Function<String, T> wrap) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        Preconditions expected = Preconditions.ofRead(context.request(), violations);
        Optional<Author> author = recorder.authorIf(kind == DataKind.PRIVATE, context, violations);
        ProblemException.throwIfAny(violations);
        return data.read(user, kind, author)
                .map(found -> VersionedResponse.ofRead(wrap.apply(found.json()), found.version(), expected));
    }

    private <T> Uni<RestResponse<T>> patch(
            DataKind kind, String userId, RoutingContext context, RequestBody body, Function<String, T> wrap) {
        var violations = new Violations();
        UserKey user = Caller.of(context).user(userId, violations);
        JsonMembers members = body.members(violations);
        MergePatch patch = members.mergePatch(kind.member(), limits);
        members.end();
        Preconditions expected = Preconditions.ofWrite(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return data.patch(new DataPatch(user, kind, patch, expected), author)
                .map(changed ->
                        VersionedResponse.ofWrite(ResponseBuilder.ok(wrap.apply(changed.json())), changed.version()));
    }
}

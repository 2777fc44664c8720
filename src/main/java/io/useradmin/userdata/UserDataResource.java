package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.EntityTags;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Get and update public data, get and update private data. */
@Cancellable(false)
@Path("/api/users/{user_id}")
@Produces(MediaType.APPLICATION_JSON)
public class UserDataResource {
    private static final String MERGE_PATCH = "application/merge-patch+json";
    /** A client may keep what it read, but must ask with its ETag before it uses it again. */
    private static final String REVALIDATE = "private, no-cache";

    private final UserDataService data;
    private final JsonLimits limits;

    UserDataResource(UserDataService data, JsonLimits limits) {
        this.data = data;
        this.limits = limits;
    }

    @GET
    @Path("/public_data")
    @RequiresScope(Scope.PUBLIC_DATA_READ)
    public Uni<RestResponse<PublicData>> publicData(
            @PathParam("user_id") String userId, @Context SecurityContext security, @Context HttpHeaders headers) {
        return read(DataKind.PUBLIC, userId, security, headers, PublicData::new);
    }

    @PATCH
    @Path("/public_data")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    @RequiresScope(Scope.PUBLIC_DATA_WRITE)
    public Uni<RestResponse<PublicData>> patchPublicData(
            @PathParam("user_id") String userId,
            @Context SecurityContext security,
            @Context HttpHeaders headers,
            RequestBody body) {
        return patch(DataKind.PUBLIC, userId, security, headers, body, PublicData::new);
    }

    @GET
    @Path("/private_data")
    @RequiresScope(Scope.PRIVATE_DATA_READ)
    public Uni<RestResponse<PrivateData>> privateData(
            @PathParam("user_id") String userId, @Context SecurityContext security, @Context HttpHeaders headers) {
        return read(DataKind.PRIVATE, userId, security, headers, PrivateData::new);
    }

    @PATCH
    @Path("/private_data")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    @RequiresScope(Scope.PRIVATE_DATA_WRITE)
    public Uni<RestResponse<PrivateData>> patchPrivateData(
            @PathParam("user_id") String userId,
            @Context SecurityContext security,
            @Context HttpHeaders headers,
            RequestBody body) {
        return patch(DataKind.PRIVATE, userId, security, headers, body, PrivateData::new);
    }

    private <T> Uni<RestResponse<T>> read(
            DataKind kind, String userId, SecurityContext security, HttpHeaders headers, Function<String, T> wrap) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        ProblemException.throwIfAny(violations);
        Optional<EntityTags> known = EntityTags.ifNoneMatch(values(headers, HttpHeaders.IF_NONE_MATCH));
        return data.read(user, kind)
                .map(found -> known.filter(tags -> tags.match(found.version())).isPresent()
                        ? answer(ResponseBuilder.<T>notModified(), found)
                        : answer(ResponseBuilder.ok(wrap.apply(found.json())), found));
    }

    private <T> Uni<RestResponse<T>> patch(
            DataKind kind,
            String userId,
            SecurityContext security,
            HttpHeaders headers,
            RequestBody body,
            Function<String, T> wrap) {
        var violations = new Violations();
        UserKey user = Caller.of(security).user(userId, violations);
        JsonMembers members = body.members(violations);
        String patch = members.document(kind.member(), limits);
        members.end();
        ProblemException.throwIfAny(violations);
        Optional<EntityTags> expected = EntityTags.ifMatch(values(headers, HttpHeaders.IF_MATCH));
        return data.patch(user, kind, patch, expected)
                .map(changed -> answer(ResponseBuilder.ok(wrap.apply(changed.json())), changed));
    }

    private static <T> RestResponse<T> answer(ResponseBuilder<T> response, VersionedData data) {
        return response.header(HttpHeaders.ETAG, EntityTags.of(data.version()))
                .header(HttpHeaders.CACHE_CONTROL, REVALIDATE)
                .build();
    }

    private static List<String> values(HttpHeaders headers, String name) {
        List<String> values = headers.getRequestHeader(name);
        return values == null ? List.of() : values;
    }
}

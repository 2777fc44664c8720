package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.admission.LargePage;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.audit.ReadRecorder;
import io.useradmin.http.ApiTags;
import io.useradmin.http.PageResponse;
import io.useradmin.http.Preferences;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.profile.UserResponse;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
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
import org.jboss.resteasy.reactive.server.Cancellable;

/** List users, create one. */
@Cancellable(false)
@Admitted
@Path("/api/users")
@Tag(name = ApiTags.PROVISIONING)
public class UserListResource {
    private final UserService service;
    private final JsonLimits limits;
    private final UserResponse users;
    private final ReadRecorder recorder;

    UserListResource(UserService service, JsonLimits limits, UserResponse users, ReadRecorder recorder) {
        this.service = service;
        this.limits = limits;
        this.users = users;
        this.recorder = recorder;
    }

    @Operation(operationId = "createUser", summary = "Create a user", description = """
            Creates a user with an identifier that the service generates (UUIDv7); `Location` has its path. The rest is as in \
            `PUT`. An identifier that belongs to another user is 409, and nothing is created.""")
    @RequestBodySchema(NewUserBody.class)
    @APIResponse(
            responseCode = "201",
            description = "The user is created.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = User.class)),
            headers = {@Header(name = "Location", ref = "Location"), @Header(name = "ETag", ref = "ETag")})
    @Tag(name = ApiTags.LIFECYCLE)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    public Uni<RestResponse<User>> create(@Context RoutingContext context, RequestBody body) {
        var violations = new Violations();
        Caller caller = Caller.of(context);
        JsonMembers members = body.members(violations);
        UserInput input = UserParser.read(members, limits);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return service.create(caller.tenantId(), input, author)
                .map(created -> created.showing(Documents.of(caller)))
                .map(users::created);
    }

    @Operation(operationId = "listUsers", summary = "List users", description = """
            Lists the tenant's users, by default the newest first. `email`, `phone`, `username`, `user_id`, \
            `provider_user_id` (of one `authenticator` or of any) and `group_id` find users by an exact value, \
            compared case-sensitively. If several are given, all must match. `filter` does the same with one parameter.

            **Paging.** Follow the `next` link. It has an opaque `cursor`, so that every page costs the same. A cursor \
            works only with the same `sort`, filters and tenant; otherwise it is 400. `size` may change. `page` works up \
            to the 10,000th user; beyond it is 422, and so are `page` and `cursor` together. For a large group, \
            `sort=user_id:1` costs least. A page with a cursor has no `current_page`.""")
    @Parameter(name = "page", ref = "page")
    @Parameter(name = "size", ref = "size")
    @Parameter(name = "cursor", ref = "cursor")
    @Parameter(name = "view", ref = "view")
    @Parameter(name = "user_sort", ref = "user_sort")
    @Parameter(name = "user_filter", ref = "user_filter")
    @Parameter(name = "email", ref = "email")
    @Parameter(name = "phone", ref = "phone")
    @Parameter(name = "username", ref = "username")
    @Parameter(name = "provider_user_id", ref = "provider_user_id")
    @Parameter(name = "authenticator", ref = "authenticator")
    @Parameter(name = "listed_user", ref = "listed_user")
    @Parameter(name = "member_of", ref = "member_of")
    @APIResponse(responseCode = "200", description = "A page of the tenant's users.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_READ)
    @LargePage(documents = 2)
    public Uni<RestResponse<List<User>>> list(@Context RoutingContext context) {
        var violations = new Violations();
        var query = QueryParameters.of(context.request().query(), violations);
        UserListPage page = UserListPage.read(
                Caller.of(context).tenantId(), query, Preferences.counting(context.request()), violations);
        Documents shown = Documents.of(Caller.of(context), query);
        Optional<Author> author = recorder.authorIf(shown.privateData(), context, violations);
        ProblemException.throwIfAny(violations);
        return service.list(page, shown, author).map(found -> PageResponse.of(found, context.request()));
    }
}

package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.User;
import io.useradmin.shared.Ids;
import io.useradmin.shared.Location;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Add, remove and verify email addresses of a user, choose the primary one. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/emails")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = ApiTags.LIFECYCLE)
public class EmailResource {
    private static final String RULES =
            " Repeating it changes nothing. A user without such an email address is 404. So is an unknown user. With `If-Match`, a user"
                    + " who has changed since is 412.";

    private final UserChangeResponse changes;
    private final Ids ids;

    EmailResource(UserChangeResponse changes, Ids ids) {
        this.changes = changes;
        this.ids = ids;
    }

    @Operation(operationId = "addEmail", summary = "Add an email address", description = """
            Adds an email address. It becomes the primary one if `primary` is true or the user has no primary one. An \
            email address that the user already has becomes verified as the body says, and primary if `primary` is true; \
            `false` leaves the primary one as it is. Members that the body leaves out stay. An address that belongs to \
            another user is 409. `is_verified` is another name of `verified`. With `If-Match`, a user who has changed \
            since is 412. An unknown user is 404.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @RequestBodySchema(EmailAdditionBody.class)
    @APIResponse(responseCode = "200", description = "The user with the email address.")
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    @ConflictProblems(ProblemType.IDENTIFIER_TAKEN)
    public Uni<RestResponse<User>> add(
            @PathParam("user_id") String userId, @Context RoutingContext context, RequestBody body) {
        return changes.change(
                userId, context, violations -> ContactKind.EMAIL.added(body.members(violations), ids.next()));
    }

    @Operation(operationId = "removeEmail", summary = "Remove an email address", description = """
            Removes the email address. The primary one can be removed only if it is the last one; otherwise it is 409. A \
            user without such an email address is 404. So is an unknown user. With `If-Match`, a user who has changed \
            since is 412.""")
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user without the email address.")
    @DELETE
    @Path("/{email_id}")
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.EMAIL_NOT_FOUND})
    @ConflictProblems(ProblemType.PRIMARY_IDENTIFIER)
    public Uni<RestResponse<User>> remove(
            @PathParam("user_id") String userId, @PathParam("email_id") String id, @Context RoutingContext context) {
        return change(userId, id, context, ContactKind.EMAIL::removed);
    }

    @Operation(
            operationId = "makePrimaryEmail",
            summary = "Choose the primary email address",
            description = "Makes the email address the primary one. The earlier one is no longer primary." + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user.")
    @POST
    @Path("/{email_id}/primary")
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.EMAIL_NOT_FOUND})
    public Uni<RestResponse<User>> makePrimary(
            @PathParam("user_id") String userId, @PathParam("email_id") String id, @Context RoutingContext context) {
        return change(userId, id, context, ContactKind.EMAIL::primary);
    }

    @Operation(
            operationId = "verifyEmail",
            summary = "Verify an email address",
            description = "Marks the email address as verified." + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user.")
    @POST
    @Path("/{email_id}/verify")
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.EMAIL_NOT_FOUND})
    public Uni<RestResponse<User>> verify(
            @PathParam("user_id") String userId, @PathParam("email_id") String id, @Context RoutingContext context) {
        return change(userId, id, context, entry -> ContactKind.EMAIL.verified(entry, true));
    }

    @Operation(
            operationId = "unverifyEmail",
            summary = "Mark an email address as not verified",
            description = "Marks the email address as not verified." + RULES)
    @Parameter(name = "If-Match", ref = "If-Match")
    @Parameter(name = "If-None-Match", ref = "If-None-Match-of-write")
    @APIResponse(responseCode = "200", description = "The user.")
    @POST
    @Path("/{email_id}/unverify")
    @RequiresScope(Scope.USERS_WRITE)
    @NotFoundProblems({ProblemType.USER_NOT_FOUND, ProblemType.EMAIL_NOT_FOUND})
    public Uni<RestResponse<User>> unverify(
            @PathParam("user_id") String userId, @PathParam("email_id") String id, @Context RoutingContext context) {
        return change(userId, id, context, entry -> ContactKind.EMAIL.verified(entry, false));
    }

    private Uni<RestResponse<User>> change(
            String userId, String id, RoutingContext context, Function<String, UserChange> change) {
        return changes.changeEntry(userId, new Location.Parameter("email_id"), id, context, change);
    }
}

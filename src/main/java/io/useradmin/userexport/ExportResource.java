package io.useradmin.userexport;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.audit.ReadRecorder;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Export a user. */
@Cancellable(false)
@Admitted
@Path("/api/users/{user_id}/export")
@Tag(name = "Users")
public class ExportResource {
    private final ExportService exports;
    private final RunningExports running;
    private final ReadRecorder recorder;

    ExportResource(ExportService exports, RunningExports running, ReadRecorder recorder) {
        this.exports = exports;
        this.running = running;
        this.recorder = recorder;
    }

    @Operation(operationId = "exportUser", summary = "Export everything stored about a user", description = """
            Gets everything that is stored about the user in one JSON document, for a request by the person whom the data is about: the \
            user with both data documents, sessions, IP addresses, groups and audit log. Expired sessions and ended blocks are \
            included. Session keys and other secrets are not.

            The document is streamed. It is complete if it ends as HTTP says. The connection (in HTTP/2, the stream) breaks off if the \
            database fails, the user is deleted meanwhile, the client does not read for a while, or it takes too long: repeat the \
            request then. The parts are read one after another, so a change that is made meanwhile may be in one and not in another.

            This scope is enough for the private data too. Each replica sends only a few exports at a time; one more is 503. An \
            unknown user is 404.""")
    @APIResponse(
            responseCode = "200",
            description = "Everything that is stored about the user.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "UserExport")))
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_EXPORT)
    @NotFoundProblems(ProblemType.USER_NOT_FOUND)
    public Uni<RestResponse<ExportDocument>> export(
            @PathParam("user_id") String userId, @Context RoutingContext context) {
        var violations = new Violations();
        Caller caller = Caller.of(context);
        UserKey user = caller.user(userId, violations);
        Optional<Author> author = recorder.author(context, violations);
        ProblemException.throwIfAny(violations);
        return exports.export(user, caller, author)
                .map(parts -> RestResponse.ok(new ExportDocument(parts, running.admit(context))));
    }
}

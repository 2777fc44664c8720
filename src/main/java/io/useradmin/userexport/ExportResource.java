package io.useradmin.userexport;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.admission.TenantBulkhead.Place;
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
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.function.Supplier;
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
            Gets everything that is stored about the user as one JSON document: the user with both data documents, \
            sessions, IP addresses, groups and audit log. It includes expired sessions and ended blocks, but no session \
            keys or other secrets. Use it, for example, if the person asks for this data.

            The document is streamed. If it cannot be completed, the connection (HTTP/2: the stream) ends early: the \
            database failed, the user was deleted, the key was revoked, or the client read too slowly. Repeat the request \
            then. The parts are read one after another, so a concurrent change may be in one part and not in another. The \
            scope includes private data. Each replica sends only a few exports at a time; one more is 503. An unknown user \
            is 404.""")
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
        return Uni.createFrom().deferred(() -> admitted(context, () -> exports.export(user, caller, author)));
    }

    /** Takes a place before it reads the user: a refused export must not be recorded. */
    private Uni<RestResponse<ExportDocument>> admitted(RoutingContext context, Supplier<Uni<Multi<Buffer>>> export) {
        Place place = running.admit(context);
        return export.get()
                .onFailure()
                .invoke(place::leave)
                .map(parts -> RestResponse.ok(new ExportDocument(parts, place, running.maxDuration())));
    }
}

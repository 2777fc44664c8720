package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Violations;
import io.useradmin.ssf.Stream.Status;
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
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Read and change the status of streams. */
@Cancellable(false)
@Admitted
@Path(Transmitter.STATUS_PATH)
@Tag(name = ApiTags.SIGNALS)
public class StreamStatusResource {
    private final StreamService streams;
    private final Transmitter transmitter;

    StreamStatusResource(StreamService streams, Transmitter transmitter) {
        this.streams = streams;
        this.transmitter = transmitter;
    }

    @Operation(
            operationId = "getStreamStatus",
            summary = "Get the status of a stream",
            description = "Gets the status of the stream. An unknown stream is 404.")
    @Parameter(name = "required_stream_id", ref = "required_stream_id")
    @APIResponse(responseCode = "200", description = "The status.")
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<StreamStatus>> get(@Context RoutingContext context) {
        transmitter.require();
        var violations = new Violations();
        Optional<String> streamId = StreamId.required(context.request(), violations);
        ProblemException.throwIfAny(violations);
        return streams.read(Caller.of(context).tenantId(), streamId.orElseThrow())
                .map(stream -> RestResponse.ok(StreamStatus.of(stream)));
    }

    @Operation(operationId = "setStreamStatus", summary = "Change the status of a stream", description = """
            Changes the status of the stream. A paused stream continues where it stopped, unless its events were purged. A \
            disabled stream that is enabled or paused has only events from then on. An unknown stream is 404.""")
    @RequestBodySchema(StreamStatusBody.class)
    @APIResponse(responseCode = "200", description = "The status as it is now.")
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<StreamStatus>> set(@Context RoutingContext context, RequestBody body) {
        transmitter.require();
        var violations = new Violations();
        JsonMembers members = body.members(violations);
        Optional<String> streamId = StreamId.required(members);
        Optional<Status> status = members.oneOf("status", List.of(Status.values()));
        Optional<String> reason = members.optional("reason").flatMap(item -> item.text(StreamStatus.LONGEST_REASON));
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return streams.setStatus(
                        Caller.of(context).tenantId(), streamId.orElseThrow(), status.orElseThrow(), reason, author)
                .replaceWith(RestResponse.ok(
                        new StreamStatus(streamId.get(), status.get().toString(), reason.orElse(null))));
    }
}

package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
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

/** Create, read, change, replace and delete streams. */
@Cancellable(false)
@Admitted
@Path(Transmitter.STREAMS_PATH)
@Tag(name = ApiTags.SIGNALS)
public class StreamResource {
    private final StreamService streams;
    private final Transmitter transmitter;

    StreamResource(StreamService streams, Transmitter transmitter) {
        this.streams = streams;
        this.transmitter = transmitter;
    }

    @Operation(operationId = "createStream", summary = "Create a stream", description = """
            Creates a stream of Security Event Tokens. It has events from now on. The receiver polls it at `endpoint_url` \
            of its `delivery`. A tenant can have 100 streams.""")
    @RequestBodySchema(StreamBody.class)
    @APIResponse(
            responseCode = "201",
            description = "The stream is created.",
            content = @Content(schema = @Schema(implementation = StreamConfiguration.class)))
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @ConflictProblems(ProblemType.TOO_MANY_STREAMS)
    public Uni<RestResponse<StreamConfiguration>> create(@Context RoutingContext context, RequestBody body) {
        transmitter.require();
        var violations = new Violations();
        JsonMembers members = body.members(violations);
        StreamInput input = StreamInput.read(members);
        members.optional("delivery").flatMap(JsonItem::object).ifPresent(StreamResource::checkMethod);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return streams.create(Caller.of(context).tenantId(), input, author)
                .map(stream -> ResponseBuilder.create(Status.CREATED, configuration(stream))
                        .build());
    }

    @Operation(
            operationId = "getStreams",
            summary = "Get a stream, or all",
            description =
                    "Gets the stream `stream_id`, or an array of all streams of the tenant. An unknown stream is 404.")
    @Parameter(name = "stream_id", ref = "stream_id")
    @APIResponse(
            responseCode = "200",
            description = "The stream, or all.",
            content = @Content(schema = @Schema(ref = "StreamOrStreams")))
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<Object>> get(@Context RoutingContext context) {
        transmitter.require();
        var violations = new Violations();
        Optional<String> streamId = StreamId.optional(context.request(), violations);
        ProblemException.throwIfAny(violations);
        String tenantId = Caller.of(context).tenantId();
        return streamId.isPresent()
                ? streams.read(tenantId, streamId.get()).map(stream -> RestResponse.ok(configuration(stream)))
                : streams.list(tenantId)
                        .map(all -> RestResponse.ok(
                                all.stream().map(this::configuration).toList()));
    }

    @Operation(operationId = "updateStream", summary = "Change a stream", description = """
            Changes the members that the body has; the others stay. Members that only the service sets must be unchanged. \
            An unknown stream is 404.""")
    @RequestBodySchema(StreamChangeBody.class)
    @APIResponse(responseCode = "200", description = "The stream as it is now.")
    @PATCH
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<StreamConfiguration>> update(@Context RoutingContext context, RequestBody body) {
        return change(context, body, true);
    }

    @Operation(operationId = "replaceStream", summary = "Replace a stream", description = """
            Replaces the members that the receiver sets; those that the body lacks are removed. Members that only the \
            service sets must be unchanged. An unknown stream is 404.""")
    @RequestBodySchema(StreamChangeBody.class)
    @APIResponse(responseCode = "200", description = "The stream as it is now.")
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<StreamConfiguration>> replace(@Context RoutingContext context, RequestBody body) {
        return change(context, body, false);
    }

    @Operation(operationId = "deleteStream", summary = "Delete a stream", description = """
            Deletes the stream, with all events that were not polled. An unknown stream is 404.""")
    @Parameter(name = "required_stream_id", ref = "required_stream_id")
    @APIResponse(responseCode = "204", description = "The stream is deleted.")
    @DELETE
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<Void>> delete(@Context RoutingContext context) {
        transmitter.require();
        var violations = new Violations();
        Optional<String> streamId = StreamId.required(context.request(), violations);
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return streams.delete(Caller.of(context).tenantId(), streamId.orElseThrow(), author)
                .replaceWith(RestResponse.noContent());
    }

    private Uni<RestResponse<StreamConfiguration>> change(RoutingContext context, RequestBody body, boolean partial) {
        transmitter.require();
        var violations = new Violations();
        JsonMembers members = body.members(violations);
        Optional<String> streamId = StreamId.required(members);
        StreamInput input = StreamInput.read(members);
        List<ReadOnlyMember> readOnly = ReadOnlyMember.read(members);
        members.end();
        Author author = Author.of(context, violations);
        ProblemException.throwIfAny(violations);
        return streams.read(Caller.of(context).tenantId(), streamId.orElseThrow())
                .invoke(known -> ReadOnlyMember.check(readOnly, configuration(known), violations))
                .flatMap(known -> streams.update(known, input, partial, author))
                .map(changed -> RestResponse.ok(configuration(changed)));
    }

    /** Some receivers send a polling address, often an empty one. It is ignored: the service decides the address. */
    private static void checkMethod(JsonMembers delivery) {
        delivery.oneOf("method", List.of(StreamDelivery.POLL));
        delivery.optional("endpoint_url").ifPresent(item -> item.textOrEmpty(StreamBody.LONGEST_URL));
        delivery.end();
    }

    private StreamConfiguration configuration(Stream stream) {
        return StreamConfiguration.of(stream, transmitter);
    }
}

package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.admission.CountsRows;
import io.useradmin.admission.ParkedRequest;
import io.useradmin.admission.ProcessorWork;
import io.useradmin.admission.ResumedReads;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.AuditedRequest;
import io.useradmin.audit.Author;
import io.useradmin.event.WaitingReaders;
import io.useradmin.event.WaitingReaders.Reader;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.http.WithoutIdempotencyKey;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Violations;
import io.useradmin.ssf.PollService.Pending;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Poll a stream. */
@Cancellable(false)
@Admitted
@Path(Transmitter.POLL_PATH)
@Tag(name = ApiTags.SIGNALS)
public class PollResource {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    /** The longest time for a search after an event, with its wait for a permit. */
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(5);

    private final PollService polls;
    private final WaitingReaders readers;
    private final ResumedReads resumed;
    private final ProcessorWork signing;
    private final Transmitter transmitter;

    PollResource(
            PollService polls,
            WaitingReaders readers,
            ResumedReads resumed,
            ProcessorWork signing,
            Transmitter transmitter) {
        this.polls = polls;
        this.readers = readers;
        this.resumed = resumed;
        this.signing = signing;
        this.transmitter = transmitter;
    }

    @Operation(operationId = "pollEvents", summary = "Poll a stream", description = """
            Delivers the tokens that the receiver has not acknowledged, the oldest first (RFC 8936). A token arrives again \
            until its `jti` is in `ack` or `setErrs`. An unknown `jti` there is ignored. No token is skipped. Only the \
            oldest token that is not acknowledged and the 199 events after it are delivered; later ones follow when it is \
            acknowledged. A paused or disabled stream delivers nothing. If events were purged that the receiver \
            did not acknowledge, the response is 410. An unknown stream is 404.""")
    @Parameter(name = "required_stream_id", ref = "required_stream_id")
    @RequestBodySchema(PollBody.class)
    @APIResponse(responseCode = "200", description = "Tokens, the oldest first.")
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.EVENTS_READ)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    @WithoutIdempotencyKey
    @CountsRows
    public Uni<RestResponse<PollResponse>> poll(@Context RoutingContext context, RequestBody body) {
        transmitter.require();
        var violations = new Violations();
        Optional<String> streamId = StreamId.required(context.request(), violations);
        JsonMembers members = body.members(violations);
        PollRequest poll = PollRequest.read(members);
        Author.checkHeaders(context, violations);
        ProblemException.throwIfAny(violations);
        if (poll.handled().isEmpty()) {
            AuditedRequest.onlyReads(context);
        }
        return polls.acknowledge(Caller.of(context).tenantId(), streamId.orElseThrow(), poll)
                .flatMap(found -> waitedAfter(found, poll, context))
                .flatMap(found -> signing.run(context, () -> polls.response(found, poll.maxEvents())))
                .map(RestResponse::ok);
    }

    /** If the wait fails after acknowledgements were stored, the result has no tokens: an error would claim that nothing was changed. */
    private Uni<Pending> waitedAfter(Pending found, PollRequest poll, RoutingContext context) {
        return Uni.createFrom()
                .deferred(() -> waited(found, poll, context))
                .onFailure(_ -> !poll.handled().isEmpty())
                .recoverWithItem(found);
    }

    /** The result; if it has no tokens, waits for some. */
    private Uni<Pending> waited(Pending found, PollRequest poll, RoutingContext context) {
        if (!found.isEmpty() || poll.returnImmediately() || poll.maxEvents() == 0) {
            return Uni.createFrom().item(found);
        }
        Reader reader = readers.admit(Caller.of(context), context);
        ParkedRequest.park(context);
        return waited(found, reader, System.nanoTime() + LONGEST_WAIT.toNanos(), context)
                .invoke(result -> ParkedRequest.reserveMemory(context, result.bytes(poll.maxEvents())));
    }

    /**
     * Searches again after each event: the event may not belong to this stream, and the stream may have been changed in the
     * meantime.
     */
    private Uni<Pending> waited(Pending found, Reader reader, long end, RoutingContext context) {
        Duration rest = Duration.ofNanos(end - System.nanoTime());
        return reader.await(polls.await(found, rest, resumed.admission(context)).map(Optional::of))
                .flatMap(came -> came.orElse(false)
                        ? search(found, context)
                                .flatMap(next -> next.isEmpty()
                                        ? waited(next, reader, end, context)
                                        : Uni.createFrom().item(next))
                        : Uni.createFrom().item(found));
    }

    /** Searches after an event. If that takes too long, there is nothing new: the poll tries again until its own time is over. */
    private Uni<Pending> search(Pending found, RoutingContext context) {
        Stream stream = found.stream();
        return resumed.run(context, () -> polls.find(stream.tenantId(), stream.streamId()))
                .ifNoItem()
                .after(LONGEST_SEARCH)
                .recoverWithItem(found);
    }
}

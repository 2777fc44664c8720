package io.useradmin.event;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.admission.ParkedRequest;
import io.useradmin.admission.ResumedReads;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.event.WaitingReaders.Reader;
import io.useradmin.http.ApiTags;
import io.useradmin.problem.Problem.CursorExpired;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Location;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.Cancellable;

/** The change feed, as pages with long polling and as a stream. */
@Cancellable(false)
@Admitted
@Path("/api/events")
@Tag(name = ApiTags.EVENTS)
public class FeedResource {
    static final String BATCH = "application/cloudevents-batch+json";
    static final int MAX_SIZE = 1_000;
    static final int DEFAULT_SIZE = 100;
    static final int LONGEST_WAIT = 30;

    private static final String NOW = "now";
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Feed feed;
    private final WaitingReaders readers;
    private final ResumedReads resumed;

    FeedResource(Feed feed, WaitingReaders readers, ResumedReads resumed) {
        this.feed = feed;
        this.readers = readers;
        this.resumed = resumed;
    }

    @Operation(operationId = "listEvents", summary = "Read the change feed", description = """
            Reads the tenant's changes, the oldest first, as CloudEvents 1.0. Every committed change arrives at least \
            once; none is skipped. The events of one user arrive in the order of their commits. `id` identifies an event that \
            arrives twice.

            **Pages.** `after` is the cursor after which the page begins. `now` skips all events so far. Without `after`, \
            the feed begins with the oldest event that is kept. The next cursor is in `X-Next-Cursor` and in the `next` \
            link, also if the page is empty. A page of large events can be shorter than its size. With `wait`, an empty page \
            waits for an event, up to that many seconds. With `type`, a request reads up to 10,000 events. If none of them has \
            the type, the page is empty at once, although more events follow: continue with the next cursor.

            **Stream.** With `Accept: text/event-stream` the events arrive as server-sent events: `id` is the cursor, \
            `event` the type, `data` the CloudEvent. `Last-Event-ID` is the cursor after which to continue; it overrides \
            `after`. If no event is waiting, it begins with an `id` without `event` and `data`: the cursor at which it \
            begins. By default every 15 s, a comment keeps the connection alive, or another such `id`: the cursor after events that \
            did not pass the filter. Remember it like any other. The stream ends after a while (by \
            default 15 minutes), when the service stops, or if the client does not read. Then connect again with \
            `Last-Event-ID`.

            If events after the cursor were purged, the response is 410: continue with the `cursor` in its body. A \
            cursor of another tenant is 400.""")
    @Parameter(name = "after", ref = "after")
    @Parameter(name = "feed_size", ref = "feed_size")
    @Parameter(name = "wait", ref = "wait")
    @Parameter(name = "event_types", ref = "event_types")
    @Parameter(name = "event_user", ref = "event_user")
    @Parameter(name = "Last-Event-ID", ref = "Last-Event-ID")
    @APIResponse(
            responseCode = "200",
            description = "Events, the oldest first.",
            content = {
                @Content(mediaType = BATCH, schema = @Schema(implementation = CloudEvent[].class)),
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = CloudEvent[].class)),
                @Content(mediaType = MediaType.SERVER_SENT_EVENTS, schema = @Schema(implementation = String.class))
            })
    @GET
    @Produces({BATCH, MediaType.APPLICATION_JSON, MediaType.SERVER_SENT_EVENTS})
    @RequiresScope(Scope.EVENTS_READ)
    public Uni<Response> read(@Context RoutingContext context, @Context HttpHeaders headers) {
        Caller caller = Caller.of(context);
        var violations = new Violations();
        var query = QueryParameters.of(context.request().query(), violations);
        EventFilter filter = EventFilter.ofFeed(query, violations);
        MediaType type = mediaType(headers);
        Optional<Position> after = after(query, headers, caller.tenantId(), violations);
        int size = query.integer("size", 1, MAX_SIZE, DEFAULT_SIZE);
        int wait = query.integer("wait", 0, LONGEST_WAIT, 0);
        ProblemException.throwIfAny(violations);
        Position start = after.orElse(Position.END);
        return type.equals(MediaType.SERVER_SENT_EVENTS_TYPE)
                ? feed.smallPage(caller.tenantId(), filter, start).map(page -> stream(page, caller, filter, context))
                : feed.page(caller.tenantId(), filter, start, size)
                        .flatMap(page -> waited(page, size, caller, filter, Duration.ofSeconds(wait), context))
                        .map(page -> page(page, caller.tenantId(), context.request(), type));
    }

    /** {@code AcceptFilter} has left one media type in {@code Accept}. Without the header, the default applies. */
    private static MediaType mediaType(HttpHeaders headers) {
        MediaType accepted = headers.getAcceptableMediaTypes().getFirst();
        return accepted.isWildcardType() ? MediaType.valueOf(BATCH) : accepted;
    }

    /** The start position; empty for "now". */
    private static Optional<Position> after(
            QueryParameters query, HttpHeaders headers, String tenantId, Violations violations) {
        Optional<String> after = query.text("after");
        Optional<Position> start = after.filter(NOW::equals).isPresent()
                ? Optional.empty()
                : after.map(text -> Cursors.read(new Location.Parameter("after"), text, tenantId, violations))
                        .orElse(Optional.of(Position.START));
        List<String> lastIds = headers.getRequestHeader(LAST_EVENT_ID);
        if (lastIds.size() > 1) {
            violations.unreadable(new Location.Header(LAST_EVENT_ID), "repeated", "must be sent only once");
        }
        return lastIds.isEmpty()
                ? start
                : Cursors.read(new Location.Header(LAST_EVENT_ID), lastIds.getFirst(), tenantId, violations);
    }

    /** The page, or if it is empty, the first events that arrive within the time. */
    private Uni<EventPage> waited(
            EventPage page, int size, Caller caller, EventFilter filter, Duration wait, RoutingContext context) {
        if (!page.events().isEmpty() || page.hasMore() || wait.isZero()) {
            return Uni.createFrom().item(page);
        }
        Reader reader = readers.admit(caller, context);
        ParkedRequest.park(context);
        return reader.await(feed.next(caller.tenantId(), filter, page.next(), wait, resumed.admission(context)))
                .map(found -> found.map(batch -> batch.page(size)).orElse(page))
                .invoke(result -> ParkedRequest.reserveMemory(context, result.bytes()));
    }

    private Response stream(EventPage first, Caller caller, EventFilter filter, RoutingContext context) {
        Multi<EventBatch> events = Multi.createBy()
                .concatenating()
                .streams(
                        Multi.createFrom().item(EventBatch.of(first.events(), first.next())),
                        feed.read(caller.tenantId(), filter, first.next(), resumed.admission(context)));
        Reader reader = readers.admit(caller, context);
        // Then the client has a cursor at once, and can continue with it whenever it loses the connection.
        Optional<Position> begin = first.events().isEmpty() ? Optional.of(first.next()) : Optional.empty();
        return Response.ok(new EventStream(caller.tenantId(), begin, events, reader))
                .type(MediaType.SERVER_SENT_EVENTS_TYPE)
                .build();
    }

    private static Response page(EventPage page, String tenantId, HttpServerRequest request, MediaType type) {
        String cursor = page.next().cursor(tenantId);
        return Response.ok(page.events().stream()
                        .map(event -> CloudEvent.of(event, tenantId))
                        .toList())
                .type(type)
                .header(CursorExpired.NEXT_CURSOR, cursor)
                .header(HttpHeaders.LINK, Cursors.link("after", cursor, request))
                .build();
    }
}

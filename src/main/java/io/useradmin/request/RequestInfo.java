package io.useradmin.request;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.MDC;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jspecify.annotations.Nullable;

/** A request and its answer, as far as errors, logs and metrics have to know of them. */
public final class RequestInfo {
    /** The field of every log line that tells which request it belongs to. */
    public static final String TRACE_ID = "trace_id";

    /** The field of a log line that tells whose request it belongs to. */
    public static final String KEY_ID = "key_id";

    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private static final String NAME = RequestInfo.class.getName();

    private final long startedAt = System.nanoTime();
    private final String traceId;
    private @Nullable Operation operation;
    private boolean begun;
    private boolean turnedAway;
    private boolean replayed;

    private RequestInfo(String traceId) {
        this.traceId = traceId;
    }

    /** The information about the request of {@code context}; it begins with the first that asks. */
    public static RequestInfo of(RoutingContext context) {
        RequestInfo known = context.get(NAME);
        if (known != null) {
            return known;
        }
        var info = new RequestInfo(traceId(context.request()));
        context.put(NAME, info);
        MDC.put(TRACE_ID, info.traceId);
        return info;
    }

    /** Whether anything has asked for that of {@code context}. */
    public static boolean isKnown(RoutingContext context) {
        return context.get(NAME) != null;
    }

    /** That of a request that has reached the filters. */
    public static RequestInfo of(ContainerRequestContext request) {
        return of(routing(request));
    }

    /** Whether {@code request} changes nothing, by its method. */
    public static boolean isRead(HttpServerRequest request) {
        return READING.contains(request.method());
    }

    /** Whether {@code response} was given, or nobody is there any more to take it. */
    public static boolean isOver(HttpServerResponse response) {
        return response.ended() || response.closed();
    }

    /** How the HTTP server knows a request. */
    public static RoutingContext routing(ContainerRequestContext request) {
        var reactive = (ResteasyReactiveContainerRequestContext) request;
        return ((ResteasyReactiveRequestContext) reactive.getServerRequestContext()).unwrap(RoutingContext.class);
    }

    /** Finds the request in logs and traces. */
    public String traceId() {
        return traceId;
    }

    /** How long it has taken so far. */
    public long nanos() {
        return System.nanoTime() - startedAt;
    }

    /** The operation that it has come to; none where it was refused before. */
    public Optional<Operation> operation() {
        return Optional.ofNullable(operation);
    }

    void setOperation(Operation found) {
        operation = found;
    }

    /** Notes that its operation begins. */
    public void begin() {
        begun = true;
    }

    /** Whether its operation has begun; nothing was changed for it before. */
    public boolean hasBegun() {
        return begun;
    }

    /** Notes that nothing is done for it, because of all the others. There may be very many of its kind. */
    public void turnAway() {
        turnedAway = true;
    }

    /** Whether nothing was done for it. */
    public boolean isTurnedAway() {
        return turnedAway;
    }

    /** Notes that the response is the stored one of an earlier request. */
    public void replay() {
        replayed = true;
    }

    /** Whether the response is the stored one of an earlier request, so that this one changed nothing. */
    public boolean isReplayed() {
        return replayed;
    }

    /** Lets every log line from here on tell who calls. */
    public void calledBy(String keyId) {
        MDC.put(KEY_ID, keyId);
    }

    /** The trace's own where there is one, because it may differ from the caller's. */
    private static String traceId(HttpServerRequest request) {
        SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? span.getTraceId() : TraceId.of(request.getHeader("traceparent"));
    }
}

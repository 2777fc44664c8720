package io.useradmin.request;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.useradmin.shared.RequestAttribute;
import io.useradmin.shared.Violation;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/** The information about a request that errors, logs and metrics need. */
public final class RequestInfo {
    /** The field of log lines that identifies the request. */
    public static final String TRACE_ID = "trace_id";

    /** The field of log lines that identifies the API key. */
    public static final String KEY_ID = "key_id";

    private static final RequestAttribute<RequestInfo> ATTRIBUTE = RequestAttribute.of(RequestInfo.class);

    private final long startedAt = System.nanoTime();
    private final String traceId;
    private @Nullable Operation operation;
    private boolean begun;
    private boolean turnedAway;
    private boolean replayed;
    private @Nullable BreakOff breakOff;
    private List<Violation> headerErrors = List.of();

    private RequestInfo(String traceId) {
        this.traceId = traceId;
    }

    /** The information about the request of {@code context}; created on first use. */
    public static RequestInfo of(RoutingContext context) {
        RequestInfo known = ATTRIBUTE.get(context);
        if (known != null) {
            return known;
        }
        var info = new RequestInfo(traceId(context.request()));
        ATTRIBUTE.set(context, info);
        MDC.put(TRACE_ID, info.traceId);
        return info;
    }

    /** Whether there is information about {@code context}. */
    public static boolean isKnown(RoutingContext context) {
        return ATTRIBUTE.get(context) != null;
    }

    /** The information about a request that has reached the filters. */
    public static RequestInfo of(ContainerRequestContext request) {
        return of(HttpRequests.routing(request));
    }

    /** Identifies the request in logs and traces. */
    public String traceId() {
        return traceId;
    }

    /** The time since the request arrived. */
    public long nanos() {
        return System.nanoTime() - startedAt;
    }

    /** The operation that the request has reached; empty if it was refused before. */
    public Optional<Operation> operation() {
        return Optional.ofNullable(operation);
    }

    void setOperation(Operation found) {
        operation = found;
    }

    /** Records that its operation starts. */
    public void begin() {
        begun = true;
    }

    /** Whether its operation has started. Before that, nothing was changed. */
    public boolean hasBegun() {
        return begun;
    }

    /** Records that the request is refused because of overload. There may be very many of these. */
    public void turnAway() {
        turnedAway = true;
    }

    /** Whether the request was refused because of overload. */
    public boolean isTurnedAway() {
        return turnedAway;
    }

    /** Records that the service breaks the response off. */
    public void breakOff(BreakOff reason) {
        breakOff = reason;
    }

    /** Why the service broke the response off; empty if it did not. */
    public Optional<BreakOff> brokenOff() {
        return Optional.ofNullable(breakOff);
    }

    /** Records that the response is the stored one of an earlier request. */
    public void replay() {
        replayed = true;
    }

    /** Whether the response is the stored one of an earlier request, so that this request changed nothing. */
    public boolean isReplayed() {
        return replayed;
    }

    /** Records errors of headers that do not belong to the operation. A write refuses them together with its own errors. */
    public void setHeaderErrors(List<Violation> errors) {
        headerErrors = List.copyOf(errors);
    }

    /** The errors of headers that do not belong to the operation. */
    public List<Violation> headerErrors() {
        return headerErrors;
    }

    /** Adds the key id to all following log lines of the request. */
    public void calledBy(String keyId) {
        MDC.put(KEY_ID, keyId);
    }

    /** The id of the current trace if there is one. It may differ from the client's. */
    private static String traceId(HttpServerRequest request) {
        SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? span.getTraceId() : TraceId.of(request.getHeader("traceparent"));
    }
}

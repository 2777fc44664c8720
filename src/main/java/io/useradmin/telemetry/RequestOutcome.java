package io.useradmin.telemetry;

import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What kind of request was served and how it ended, in words of a bounded set: nothing of what a caller may choose freely, so
 * that a metric has a bounded number of series and a log line says nothing private.
 *
 * @param method an HTTP method that is known, or {@link #OTHER}
 * @param route the path of an operation with parameters in braces, or {@link #UNKNOWN}
 * @param status the status of the answer, or {@link #RESET} where the caller hung up before it
 */
record RequestOutcome(String method, String route, String status) {
    static final String OTHER = "OTHER";
    static final String UNKNOWN = "UNKNOWN";
    static final String RESET = "RESET";

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    static RequestOutcome of(RoutingContext context, Operations operations, boolean answered) {
        String method = context.request().method().name();
        return new RequestOutcome(
                METHODS.contains(method) ? method : OTHER,
                operation(context, operations).map(Operation::template).orElse(UNKNOWN),
                answered ? Integer.toString(context.response().getStatusCode()) : RESET);
    }

    /** The operation that a request came to, or else the one that it was meant for. */
    static Optional<Operation> operation(RoutingContext context, Operations operations) {
        return RequestInfo.of(context)
                .operation()
                .or(() -> operations.find(context.request().method().name(), path(context)));
    }

    /** As it was sent: the router's own view of a path with a broken percent-encoding is an exception. */
    private static String path(RoutingContext context) {
        return Objects.requireNonNullElse(context.request().path(), "");
    }

    /** The kind of status, as the standard metric calls it. */
    String outcome() {
        return switch (status.charAt(0)) {
            case '1' -> "INFORMATIONAL";
            case '2' -> "SUCCESS";
            case '3' -> "REDIRECTION";
            case '5' -> "SERVER_ERROR";
            default -> "CLIENT_ERROR";
        };
    }

    @Override
    public String toString() {
        return method + " " + route + " " + status;
    }
}

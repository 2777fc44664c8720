package io.useradmin.telemetry;

import io.useradmin.request.BreakOff;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;

/**
 * The kind of a request and its outcome. The values are from fixed sets, and clients cannot choose others. So the number of time
 * series is bounded, and log lines contain no private data.
 *
 * @param method a known HTTP method, or {@link #OTHER}
 * @param route the path of an operation with parameters in braces, or {@link #UNKNOWN}
 * @param status the status of the response; {@link #RESET} if the client disconnected first or did not read the response; {@link
 *     #ABORTED} if the service broke it off for another reason
 */
record RequestOutcome(String method, String route, String status) {
    static final String OTHER = "OTHER";
    static final String UNKNOWN = "UNKNOWN";
    static final String RESET = "RESET";
    static final String ABORTED = "ABORTED";

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

    static RequestOutcome of(RoutingContext context, Operations operations, boolean answered) {
        String method = context.request().method().name();
        return new RequestOutcome(
                METHODS.contains(method) ? method : OTHER,
                operation(context, operations).map(Operation::template).orElse(UNKNOWN),
                status(context, answered));
    }

    /** A response that was broken off may have begun with 200. In HTTP/2, it also counts as answered. */
    private static String status(RoutingContext context, boolean answered) {
        return RequestInfo.of(context)
                .brokenOff()
                .map(RequestOutcome::status)
                .orElseGet(() -> answered ? Integer.toString(context.response().getStatusCode()) : RESET);
    }

    static String status(BreakOff reason) {
        return switch (reason) {
            case CLIENT -> RESET;
            case SERVICE -> ABORTED;
        };
    }

    /** The operation that a request reached, or would have reached. */
    static Optional<Operation> operation(RoutingContext context, Operations operations) {
        return RequestInfo.of(context)
                .operation()
                // Not the path of the router, which throws an exception for a broken percent-encoding.
                .or(() -> operations.find(context.request().method().name(), HttpRequests.path(context.request())));
    }

    /** The class of the status, as in the standard metric. */
    String outcome() {
        return switch (status.charAt(0)) {
            case '1' -> "INFORMATIONAL";
            case '2' -> "SUCCESS";
            case '3' -> "REDIRECTION";
            case '5', 'A' -> "SERVER_ERROR";
            default -> "CLIENT_ERROR";
        };
    }

    @Override
    public String toString() {
        return method + " " + route + " " + status;
    }
}

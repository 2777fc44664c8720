package io.useradmin.admission;

import io.useradmin.server.HttpLimits;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * The liveness check. Requests, operations and statements all have shorter timeouts. So a request that waits longer is a bug of
 * the service, and a restart ends it.
 */
@Liveness
@Singleton
class RequestsLiveness implements HealthCheck {
    private static final String NAME = "Requests";

    private final RequestWatch watch;
    private final OperationLimits operations;
    private final Duration stuckAfter;

    RequestsLiveness(RequestWatch watch, OperationLimits operations, HttpLimits limits) {
        this.watch = watch;
        this.operations = operations;
        this.stuckAfter = limits.stuckAfter();
    }

    @Override
    public HealthCheckResponse call() {
        Duration longestWait = watch.longestWait();
        if (longestWait.compareTo(stuckAfter) <= 0) {
            return HealthCheckResponse.up(NAME);
        }
        return HealthCheckResponse.named(NAME)
                .down()
                .withData("reason", "A request has waited longer than useradmin.http.stuck-after.")
                .withData("in_flight", watch.inFlight())
                .withData("queued", operations.queued())
                .withData("running", operations.running())
                .withData("longest_wait_seconds", longestWait.toSeconds())
                .build();
    }
}

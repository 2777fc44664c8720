package io.useradmin.admission;

import io.useradmin.http.HttpLimits;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Live is who answers. A request that waits longer than every bound allows is a fault of the service, which a restart ends: requests,
 * operations and statements all have shorter bounds.
 */
@Liveness
@Singleton
class RequestsLiveness implements HealthCheck {
    private static final String NAME = "Requests";

    private final Admission admission;
    private final Duration stuckAfter;

    RequestsLiveness(Admission admission, HttpLimits limits) {
        this.admission = admission;
        this.stuckAfter = limits.stuckAfter();
    }

    @Override
    public HealthCheckResponse call() {
        if (!admission.isStuck(stuckAfter)) {
            return HealthCheckResponse.up(NAME);
        }
        return HealthCheckResponse.named(NAME)
                .down()
                .withData("reason", "A request has waited for more than %d s.".formatted(stuckAfter.toSeconds()))
                .build();
    }
}

package io.useradmin.userexport;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.useradmin.admission.Connections;
import io.useradmin.admission.TenantBulkhead;
import io.useradmin.admission.TenantBulkhead.Place;
import io.useradmin.apikey.Caller;
import io.useradmin.problem.Problem;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Limits the number of running exports. They need no permit of {@code admission}, because they mostly wait for their clients. */
@Singleton
class RunningExports {
    private final TenantBulkhead bulkhead;
    private final Duration maxDuration;

    RunningExports(ExportConfig config) {
        this.bulkhead = new TenantBulkhead(config.maxRunning());
        this.maxDuration = config.maxDuration();
    }

    /** The longest time that an export may take. */
    Duration maxDuration() {
        return maxDuration;
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        Gauge.builder("useradmin.user.exports.running", bulkhead, TenantBulkhead::taken)
                .description("Running user exports")
                .register(metrics);
    }

    /**
     * Admits an export; {@link Problem.Unavailable} if too many are running. Its place is released when the response ends. Vert.x
     * does not report every end, so the writer of the document also releases it.
     */
    Place admit(RoutingContext request) {
        Place place = bulkhead.enter(Caller.of(request).tenantId());
        request.addEndHandler(_ -> place.leave());
        if (Connections.isOver(request)) {
            place.leave();
        }
        return place;
    }
}

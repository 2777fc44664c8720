package io.useradmin.userexport;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.useradmin.admission.Connections;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Limits the number of running exports. They need no permit of {@code admission}, because they mostly wait for their clients. */
@ApplicationScoped
class RunningExports {
    private final Semaphore places;
    private final int most;
    private final Duration maxDuration;

    RunningExports(ExportConfig config) {
        this.most = config.maxRunning();
        this.places = new Semaphore(most);
        this.maxDuration = config.maxDuration();
    }

    /** A place among the running exports. */
    final class Slot {
        private final AtomicBoolean left = new AtomicBoolean();

        /** The longest time that the export may take. */
        Duration maxDuration() {
            return maxDuration;
        }

        /** Releases the place. Only the first call has an effect. */
        void leave() {
            if (!left.getAndSet(true)) {
                places.release();
            }
        }
    }

    void start(@Observes StartupEvent start, MeterRegistry metrics) {
        Gauge.builder("useradmin.user.exports.running", places, free -> most - free.availablePermits())
                .description("Running user exports")
                .register(metrics);
    }

    /**
     * Admits an export; {@link Problem.Unavailable} if too many are running. Its place is released when the response ends. Vert.x
     * does not report every end, so the writer of the document also releases it.
     */
    Slot admit(RoutingContext request) {
        if (!places.tryAcquire()) {
            throw new ProblemException(new Problem.Unavailable(true));
        }
        var slot = new Slot();
        request.addEndHandler(_ -> slot.leave());
        if (Connections.isOver(request)) {
            slot.leave();
        }
        return slot;
    }
}

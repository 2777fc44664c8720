package io.useradmin.admission;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.useradmin.server.HttpLimits;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;

/**
 * Admission control: refuses excess requests (load shedding) before any work is done for them. The queue of the connection pool
 * would refuse too late: when the CPU is busy, a refusal there costs as much as a response.
 */
@Singleton
class Admission {
    private final ProblemRenderer problems;
    private final RequestWatch watch;
    private final int maxInFlight;
    private final RefusalPace pace = new RefusalPace(Runtime.getRuntime().availableProcessors(), System.nanoTime());

    Admission(ProblemRenderer problems, RequestWatch watch, HttpLimits limits) {
        this.problems = problems;
        this.watch = watch;
        this.maxInFlight = limits.maxInFlight();
    }

    void register(@Observes Filters filters) {
        RouterHandler.ADMISSION.register(filters, this::admit);
    }

    private void admit(RoutingContext routing) {
        if (watch.inFlight() >= maxInFlight) {
            refuse(routing);
        } else if (watch.begin(routing)) {
            routing.next();
        }
    }

    private void refuse(RoutingContext routing) {
        RequestInfo.of(routing).turnAway();
        long millis = TimeUnit.NANOSECONDS.toMillis(pace.delay(System.nanoTime()));
        if (millis == 0) {
            sendRefusal(routing);
        } else {
            routing.vertx().setTimer(millis, _ -> sendRefusal(routing));
        }
    }

    private void sendRefusal(RoutingContext routing) {
        if (!Connections.isOver(routing)) {
            problems.send(new Problem.Unavailable(true), routing);
        }
    }
}

package io.useradmin.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.exchange.Exchange;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Refuses a request where as many are under way as may be, before anything is done for it: where the processor is short, the
 * queue of the pool comes too late, because by then a refusal costs as much as an answer, and nothing bounds how long those
 * that were let in wait.
 */
@Singleton
class InFlightLimit {
    /** After the guards, so that the rest of a body that is refused is skipped; before the deadline, which it has no use for. */
    private static final int AFTER_GUARDS = 8_500;

    private final ProblemRenderer problems;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();
    private final RefusalPace pace = new RefusalPace(Runtime.getRuntime().availableProcessors(), System.nanoTime());

    InFlightLimit(ProblemRenderer problems, HttpLimits limits) {
        this.problems = problems;
        this.most = limits.maxInFlight();
    }

    void register(@Observes Filters filters) {
        filters.register(this::admit, AFTER_GUARDS);
    }

    private void admit(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (!Api.isAskedFor(request)) {
            context.next();
        } else if (underWay.get() >= most) {
            turnAway(context);
        } else {
            if (hasBody(request)) {
                // A caller who is slow to send takes the place of nobody.
                request.end().onSuccess(_ -> enter(context));
            } else {
                enter(context);
            }
            context.next();
        }
    }

    private void turnAway(RoutingContext context) {
        Exchange.of(context).turnAway();
        long millis = TimeUnit.NANOSECONDS.toMillis(pace.delay(System.nanoTime()));
        if (millis == 0) {
            refuse(context);
        } else {
            context.vertx().setTimer(millis, _ -> refuse(context));
        }
    }

    private void refuse(RoutingContext context) {
        if (!Exchange.isOver(context.response())) {
            problems.send(new Problem.Unavailable(true), context);
        }
    }

    private void enter(RoutingContext context) {
        if (!Exchange.isOver(context.response())) {
            underWay.incrementAndGet();
            context.addEndHandler(_ -> underWay.decrementAndGet());
        }
    }

    private static boolean hasBody(HttpServerRequest request) {
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                || !Objects.requireNonNullElse(request.getHeader(HttpHeaders.CONTENT_LENGTH), "0")
                        .equals("0");
    }
}

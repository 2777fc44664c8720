package io.useradmin.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.exchange.Exchange;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees to it that every caller has an answer in time, whatever the operation waits for: the last of all bounds, because those
 * of the database add up. The operation itself is not stopped, as a write must not be half way.
 */
@Singleton
class Deadline {
    private static final int AFTER_GUARDS = 8_000;
    /** Requests are looked at so often; a timer for each would cost more than all else that is done here for one. */
    private static final long CHECK_MILLIS = 100;

    private final ProblemRenderer problems;
    private final Vertx vertx;
    private final long nanos;
    private final Set<Watched> underWay = ConcurrentHashMap.newKeySet();
    private long timer;

    Deadline(ProblemRenderer problems, HttpLimits limits, Vertx vertx) {
        this.problems = problems;
        this.vertx = vertx;
        this.nanos = limits.deadline().toNanos();
    }

    void register(@Observes Filters filters) {
        filters.register(this::watch, AFTER_GUARDS);
        timer = vertx.setPeriodic(CHECK_MILLIS, _ -> check(System.nanoTime()));
    }

    @PreDestroy
    void stop() {
        vertx.cancelTimer(timer);
    }

    private void watch(RoutingContext exchange) {
        if (Api.isAskedFor(exchange.request())) {
            var watched = new Watched(exchange, vertx.getOrCreateContext());
            underWay.add(watched);
            exchange.addEndHandler(_ -> underWay.remove(watched));
        }
        exchange.next();
    }

    private void check(long now) {
        underWay.stream()
                .filter(watched -> now - watched.since >= nanos)
                .forEach(watched -> watched.context.runOnContext(_ -> expire(watched)));
    }

    private void expire(Watched watched) {
        HttpServerRequest request = watched.exchange.request();
        if (Exchange.isOver(request.response())) {
            underWay.remove(watched);
        } else if (request.isEnded()) {
            problems.sendTimedOut(watched.exchange);
        } else {
            // A caller who is slow to send is the idle timeout's concern.
            watched.since = System.nanoTime();
        }
    }

    /** A request under way; its context is where it may be answered. */
    private static final class Watched {
        private final RoutingContext exchange;
        private final Context context;
        private volatile long since = System.nanoTime();

        private Watched(RoutingContext exchange, Context context) {
            this.exchange = exchange;
            this.context = context;
        }
    }
}

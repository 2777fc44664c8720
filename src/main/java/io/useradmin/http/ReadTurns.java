package io.useradmin.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.http.Turns.Turn;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets reads wait before anything is done for them where enough of them are worked on to keep PostgreSQL busy. Where they would
 * wait further in, for a connection, what ends their wait is mostly on another event loop than they, whose thread has to be
 * woken up each time (docs/performance.md); here, each event loop has a line of its own. Writes take no turn: they may wait for
 * locks, and reads should not wait for those.
 */
@Singleton
class ReadTurns {
    /** So that the time in the line counts. */
    private static final int AFTER_DEADLINE = 7_500;

    private final Vertx vertx;
    private final int most;
    private final Map<Thread, Turns> turnsOf = new ConcurrentHashMap<>();

    ReadTurns(Vertx vertx, HttpLimits limits) {
        this.vertx = vertx;
        this.most = limits.concurrentReads();
    }

    void register(@Observes Filters filters) {
        filters.register(this::take, AFTER_DEADLINE);
    }

    private void take(RoutingContext exchange) {
        if (!HttpMethod.GET.equals(exchange.request().method()) || !Api.isAskedFor(exchange.request())) {
            exchange.next();
            return;
        }
        Turns turns = turnsOf.computeIfAbsent(Thread.currentThread(), _ -> new Turns(most));
        Context context = vertx.getOrCreateContext();
        var turn = new Turn(() -> context.runOnContext(_ -> begin(exchange)));
        exchange.addEndHandler(_ -> turns.end(turn));
        if (turns.take(turn)) {
            exchange.next();
        }
    }

    private static void begin(RoutingContext exchange) {
        HttpServerResponse response = exchange.response();
        if (!response.ended() && !response.closed()) {
            exchange.next();
        }
    }
}

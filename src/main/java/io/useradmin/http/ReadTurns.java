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

/**
 * Lets reads wait before anything is done for them where enough of them are worked on to keep PostgreSQL busy. Further in, each
 * one that waits makes the others dearer (docs/performance.md). Writes take no turn: they may wait for locks, and reads should
 * not wait for those.
 */
@Singleton
class ReadTurns {
    /** So that the time in the line counts. */
    private static final int AFTER_DEADLINE = 7_500;

    private final Vertx vertx;
    private final Turns turns;

    ReadTurns(Vertx vertx, HttpLimits limits) {
        this.vertx = vertx;
        this.turns = new Turns(limits.concurrentReads());
    }

    void register(@Observes Filters filters) {
        filters.register(this::take, AFTER_DEADLINE);
    }

    private void take(RoutingContext exchange) {
        if (!HttpMethod.GET.equals(exchange.request().method()) || !Api.isAskedFor(exchange.request())) {
            exchange.next();
            return;
        }
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

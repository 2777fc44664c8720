package io.useradmin.http;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.exchange.Exchange;
import io.useradmin.http.Turns.Turn;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets operations wait here where enough of them are worked on to keep PostgreSQL busy. Where they would wait further in, for a
 * connection, what ends their wait is mostly on another event loop than they, whose thread has to be woken up each time
 * (docs/performance.md); here, each event loop has lines of its own. Reads have one for themselves: writes may wait for locks, and
 * reads should not wait for those. A caller who is slow to send a body is in no line, because all of it has come before.
 */
@InTurn
@Interceptor
@Priority(OperationTurns.BEFORE_RETRIES)
class OperationTurns {
    /** So that an operation that begins again has its turn already. */
    static final int BEFORE_RETRIES = Interceptor.Priority.PLATFORM_BEFORE - 1;

    private final CurrentVertxRequest current;
    private final Vertx vertx;
    private final HttpLimits limits;
    private final Map<Thread, Lines> linesOf = new ConcurrentHashMap<>();

    OperationTurns(CurrentVertxRequest current, Vertx vertx, HttpLimits limits) {
        this.current = current;
        this.vertx = vertx;
        this.limits = limits;
    }

    @AroundInvoke
    Object begin(InvocationContext operation) throws Exception {
        RoutingContext exchange = current.getCurrent();
        Turns turns = turnsOf(exchange);
        Context context = vertx.getOrCreateContext();
        var called = new CompletableFuture<Void>();
        var turn = new Turn(() -> context.runOnContext(_ -> call(exchange, called)));
        exchange.addEndHandler(_ -> turns.end(turn));
        if (turns.take(turn)) {
            Exchange.of(exchange).begin();
            return operation.proceed();
        }
        return Uni.createFrom().completionStage(called).chain(Unchecked.supplier(() -> (Uni<?>) operation.proceed()));
    }

    private Turns turnsOf(RoutingContext exchange) {
        Lines lines = linesOf.computeIfAbsent(
                Thread.currentThread(),
                _ -> new Lines(new Turns(limits.concurrentReads()), new Turns(limits.concurrentWrites())));
        return Exchange.isRead(exchange.request()) ? lines.reads : lines.writes;
    }

    private static void call(RoutingContext exchange, CompletableFuture<Void> called) {
        if (!Exchange.isOver(exchange.response())) {
            Exchange.of(exchange).begin();
            called.complete(null);
        }
    }

    private record Lines(Turns reads, Turns writes) {}
}

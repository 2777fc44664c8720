package io.useradmin.admission;

import io.quarkus.runtime.StartupEvent;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.server.HttpLimits;
import io.useradmin.shared.RequestAttribute;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Watches admitted requests until they have ended. It enforces their deadline, notices responses that ended unreported, and ends
 * slow transfers whose memory others need.
 */
@Singleton
class RequestWatch implements RequestLifecycle.Listener {
    /** The interval of the check of all requests. A timer for each request would cost more than everything else here. */
    private static final long CHECK_MILLIS = 100;
    /** How long a transfer may take. After that, it is ended if others wait for its memory. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final RequestAttribute<RequestLifecycle> LIFECYCLE = RequestAttribute.of(RequestLifecycle.class);

    private final ProblemRenderer problems;
    private final MemoryBudgets memory;
    private final Vertx vertx;
    private final long deadlineNanos;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Map<RequestLifecycle, Watched> watched = new ConcurrentHashMap<>();
    private long timer;

    RequestWatch(ProblemRenderer problems, MemoryBudgets memory, HttpLimits limits, Vertx vertx) {
        this.problems = problems;
        this.memory = memory;
        this.vertx = vertx;
        this.deadlineNanos = limits.deadline().toNanos();
    }

    void start(@Observes StartupEvent start) {
        timer = vertx.setPeriodic(CHECK_MILLIS, _ -> check(System.nanoTime()));
    }

    @PreDestroy
    void stop() {
        vertx.cancelTimer(timer);
    }

    /** The life cycle of a request that was admitted. */
    static RequestLifecycle lifecycle(RoutingContext routing) {
        return LIFECYCLE.require(routing);
    }

    /** Begins to watch a request. Returns false if the client has already disconnected: then do nothing for it. */
    boolean begin(RoutingContext routing) {
        var request = new RequestLifecycle(
                this, System.nanoTime(), AnnouncedBody.of(routing.request()).isDue());
        watched.put(request, new Watched(routing, vertx.getOrCreateContext()));
        LIFECYCLE.set(routing, request);
        routing.addEndHandler(_ -> request.endResponse());
        boolean isOver = Connections.isOver(routing);
        if (isOver) {
            request.endResponse();
        }
        return !isOver;
    }

    @Override
    public void enteredFlight() {
        inFlight.incrementAndGet();
    }

    @Override
    public void leftFlight() {
        inFlight.decrementAndGet();
    }

    @Override
    public void closed(RequestLifecycle request) {
        watched.remove(request);
    }

    /** The number of in-flight requests. A request whose body is still arriving does not count. */
    int inFlight() {
        return inFlight.get();
    }

    /** The number of watched requests, which still hold a place, a permit or memory. */
    int watched() {
        return watched.size();
    }

    /** The longest time that a request has waited for its response, or that an operation has run or waited. */
    Duration longestWait() {
        long now = System.nanoTime();
        return Duration.ofNanos(watched.entrySet().stream()
                .filter(entry ->
                        entry.getKey().isOperating() || entry.getValue().isAwaitingResponse())
                .mapToLong(entry -> entry.getKey().waited(now))
                .max()
                .orElse(0));
    }

    private void check(long now) {
        watched.forEach((request, routing) -> {
            if (routing.isOver()) {
                routing.on(request, (ended, _) -> ended.endResponse());
            } else if (routing.isAnswered()) {
                request.beginResponse();
            } else if (request.waited(now) >= deadlineNanos) {
                routing.on(request, this::expire);
            }
        });
        memory.reclaim(now - GRACE_NANOS);
    }

    /** The operation continues, because a write must not stop halfway. */
    private void expire(RequestLifecycle request, RoutingContext routing) {
        if (!request.isResponseEnded() && !routing.response().headWritten()) {
            problems.sendTimedOut(routing);
        }
    }

    /** A watched request, and the Vert.x context on which its response may be sent. */
    private record Watched(RoutingContext routing, Context context) {
        /** Nothing of the response was sent, and the client is still there. */
        boolean isAwaitingResponse() {
            return !isAnswered() && !isOver();
        }

        /** The response has begun. */
        boolean isAnswered() {
            return routing.response().headWritten();
        }

        boolean isOver() {
            return Connections.isOver(routing);
        }

        void on(RequestLifecycle request, BiConsumer<RequestLifecycle, RoutingContext> action) {
            context.runOnContext(_ -> action.accept(request, routing));
        }
    }
}

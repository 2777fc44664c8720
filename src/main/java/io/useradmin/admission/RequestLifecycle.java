package io.useradmin.admission;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.ConcurrencyLimiter.Permit;
import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.problem.ProblemException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request from its arrival until its response has ended and its operation has ended. What it acquires is registered here before
 * it is acquired, and released here, exactly once, whichever of the two ends last. When the caller leaves, what waits is dropped
 * and nothing more is registered; an operation that runs goes on, because a write must not stop halfway.
 */
final class RequestLifecycle {
    private final Listener listener;
    private final Set<Reservation> reservations = HashSet.newHashSet(2);
    private @Nullable Permit permit;
    private Runnable whenDropped = () -> {};
    private boolean inFlight;
    private boolean responseEnded;
    private boolean closed;
    private volatile boolean operating;
    /** Whether it waits for its caller, or on purpose. */
    private volatile boolean waitingForOthers;

    private volatile long waitingSince;

    /**
     * The request has arrived.
     *
     * @param now by {@link System#nanoTime()}, as all times here
     * @param awaitsBody whether its body is due: the request is not in flight until that has arrived, which is up to the caller, or
     *     its operation begins without it
     */
    RequestLifecycle(Listener listener, long now, boolean awaitsBody) {
        this.listener = listener;
        this.waitingSince = now;
        if (!awaitsBody) {
            enterFlight();
        }
    }

    /** For how many nanoseconds the request has waited for the service. To wait for its body, or on purpose, does not count. */
    long waited(long now) {
        return waitingForOthers ? 0 : now - waitingSince;
    }

    /** Whether an operation waits for its permit or runs. */
    boolean isOperating() {
        return operating;
    }

    /** Whether the response has ended, or the caller has left. */
    synchronized boolean isResponseEnded() {
        return responseEnded;
    }

    /** The body begins to arrive, as there is memory for it. From now on the request waits for its caller. */
    void beginBody() {
        waitingForOthers = true;
    }

    /** The request waits on purpose until its response ends. */
    synchronized void standBy() {
        waitingForOthers = true;
        operating = false;
        leaveFlight();
        if (permit != null) {
            permit.release();
        }
    }

    /** The body has arrived {@code now}. */
    synchronized void endBody(long now) {
        waitingSince = now;
        waitingForOthers = false;
        enterFlight();
    }

    /** Registers memory that the request is about to acquire. Returns false if the response has ended: it is not needed. */
    synchronized boolean register(Reservation reservation) {
        return !responseEnded && reservations.add(reservation);
    }

    /** Leaves it to the caller of this method to release {@code reservation}. Returns false if it has been released. */
    synchronized boolean handOver(Reservation reservation) {
        return reservations.remove(reservation);
    }

    /**
     * Runs {@code operation} when {@code limiter} permits it.
     *
     * @param context where an operation begins that had to wait
     * @return what the operation comes to; fails if the response ended before the operation began
     */
    <T> Uni<T> run(ConcurrencyLimiter limiter, Executor context, Supplier<Uni<T>> operation) {
        var granted = new CompletableFuture<Void>();
        Permit acquired = limiter.new Permit(() -> context.execute(() -> granted.complete(null)));
        if (!beginOperation(acquired, () -> granted.completeExceptionally(responseHasEnded()))) {
            return Uni.createFrom().failure(responseHasEnded());
        }
        Uni<T> running = Uni.createFrom().deferred(() -> begin(operation));
        Uni<T> admitted = acquired.acquire()
                ? running
                : Uni.createFrom().completionStage(granted).chain(() -> running);
        return admitted.onTermination().invoke(() -> endOperation(acquired));
    }

    private <T> Uni<T> begin(Supplier<Uni<T>> operation) {
        return isResponseEnded() ? Uni.createFrom().failure(responseHasEnded()) : operation.get();
    }

    private synchronized boolean beginOperation(Permit acquired, Runnable whenDropped) {
        operating = !responseEnded;
        if (operating) {
            enterFlight();
            this.permit = acquired;
            this.whenDropped = whenDropped;
        }
        return operating;
    }

    private void endOperation(Permit acquired) {
        operating = false;
        acquired.release();
        closeIfDone();
    }

    /** The response was sent, or the caller has left. Only the first call has an effect. */
    void endResponse() {
        if (dropsOperation()) {
            whenDropped.run();
        }
        closeIfDone();
    }

    /** Ends the response. Returns whether an operation waited for its permit and will not get it any more. */
    private synchronized boolean dropsOperation() {
        responseEnded = true;
        leaveFlight();
        return permit != null && permit.cancel();
    }

    private void enterFlight() {
        if (!responseEnded && !inFlight) {
            inFlight = true;
            listener.enteredFlight();
        }
    }

    private void leaveFlight() {
        if (inFlight) {
            inFlight = false;
            listener.leftFlight();
        }
    }

    private void closeIfDone() {
        List<Reservation> left = close();
        left.forEach(Reservation::release);
    }

    private synchronized List<Reservation> close() {
        if (!responseEnded || operating) {
            return List.of();
        }
        if (!closed) {
            closed = true;
            listener.closed(this);
        }
        List<Reservation> left = List.copyOf(reservations);
        reservations.clear();
        return left;
    }

    /** For the audit log: the caller has left, or was told that the time is over. */
    private static ProblemException responseHasEnded() {
        return ProblemException.nothingDone();
    }

    /** Learns what becomes of requests. */
    interface Listener {
        /** One more request is in flight. */
        void enteredFlight();

        /** One request less is in flight. */
        void leftFlight();

        /** Nothing is left of the request. */
        void closed(RequestLifecycle request);
    }
}

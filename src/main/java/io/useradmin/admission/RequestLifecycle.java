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
 * A request from its arrival until both its response and its operation have ended. Everything that it acquires is registered here
 * first, and released here exactly once, when the later of the two ends. When the client disconnects, the request stops waiting
 * for permits and memory, and nothing more is registered. A running operation continues, because a write must not stop halfway.
 */
final class RequestLifecycle {
    private final Listener listener;
    private final Set<Reservation> reservations = HashSet.newHashSet(2);
    private @Nullable Permit permit;
    private Executor context = Runnable::run;
    private Runnable whenDropped = () -> {};
    private boolean inFlight;
    private boolean responseEnded;
    private boolean closed;
    private volatile boolean operating;
    /** Whether it waits for its client or for events, not for the service. */
    private volatile boolean waitingForOthers;

    private volatile long waitingSince;

    /**
     * The request has arrived.
     *
     * @param now from {@link System#nanoTime()}, like all times here
     * @param awaitsBody whether the body has yet to arrive, which depends on the client. Until it has arrived, or the operation
     *     starts without it, the request is not in flight.
     */
    RequestLifecycle(Listener listener, long now, boolean awaitsBody) {
        this.listener = listener;
        this.waitingSince = now;
        if (!awaitsBody) {
            enterFlight();
        }
    }

    /** How long the request has waited for the service, in nanoseconds. */
    long waited(long now) {
        return waitingForOthers ? 0 : now - waitingSince;
    }

    /** Whether an operation waits for its permit or runs. */
    boolean isOperating() {
        return operating;
    }

    /** Whether the response has ended, or the client has disconnected. */
    synchronized boolean isResponseEnded() {
        return responseEnded;
    }

    /** There is memory for the body, so it starts to arrive. From now on the request waits for its client. */
    void beginBody() {
        waitingForOthers = true;
    }

    /** From now on the request does not wait for the service, until its response ends. See {@link StandBy}. */
    synchronized void standBy() {
        waitingForOthers = true;
        operating = false;
        leaveFlight();
        releasePermit();
    }

    private void releasePermit() {
        if (permit != null) {
            permit.release();
        }
    }

    /**
     * The response has begun. Unless an operation runs, the request waits only for its client, which may never read the rest. So it is
     * no longer in flight, or such clients could take the places of all others.
     */
    synchronized void beginResponse() {
        if (!operating) {
            waitingForOthers = true;
            leaveFlight();
        }
    }

    /** The body has arrived at {@code now}. */
    synchronized void endBody(long now) {
        waitingSince = now;
        waitingForOthers = false;
        enterFlight();
    }

    /** Registers memory that the request is about to acquire. Returns false if the response has ended: then do not acquire it. */
    synchronized boolean register(Reservation reservation) {
        return !responseEnded && reservations.add(reservation);
    }

    /** Transfers the responsibility for releasing {@code reservation} to the caller. Returns false if it was already released. */
    synchronized boolean handOver(Reservation reservation) {
        return reservations.remove(reservation);
    }

    /**
     * Runs {@code operation} when {@code limiter} permits it.
     *
     * @param context where an operation starts that had to wait
     * @return the result of the operation; fails if the response ended before the operation started
     */
    <T> Uni<T> run(ConcurrencyLimiter limiter, Executor context, Supplier<Uni<T>> operation) {
        synchronized (this) {
            this.context = context;
            enterFlight();
        }
        return permitted(limiter, context, operation);
    }

    /**
     * Runs a part of the operation of a request that stands by, when the limiter of its event loop permits it. The request still has no
     * deadline and is not in flight.
     */
    synchronized <T> Uni<T> resume(Supplier<ConcurrencyLimiter> limiter, Supplier<Uni<T>> operation) {
        Executor executor = context;
        return Uni.createFrom()
                .deferred(() -> permitted(limiter.get(), executor, operation))
                .runSubscriptionOn(executor);
    }

    /** Runs the last step of an operation, when {@code limiter} permits it. It replaces the permit of the operation. */
    synchronized <T> Uni<T> finish(ConcurrencyLimiter limiter, Supplier<Uni<T>> step) {
        releasePermit();
        return permitted(limiter, context, step);
    }

    private <T> Uni<T> permitted(ConcurrencyLimiter limiter, Executor context, Supplier<Uni<T>> operation) {
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

    /** The response was sent, or the client has disconnected. Only the first call has an effect. */
    void endResponse() {
        if (dropsOperation()) {
            whenDropped.run();
        }
        closeIfDone();
    }

    /** Ends the response. Returns whether an operation was waiting for its permit, which it will never get. */
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

    /** The audit log records this: the client has disconnected, or got 503 at the deadline. */
    private static ProblemException responseHasEnded() {
        return ProblemException.nothingDone();
    }

    /** Receives the events of requests. */
    interface Listener {
        /** A request is now in flight. */
        void enteredFlight();

        /** A request is no longer in flight. */
        void leftFlight();

        /** The request holds nothing any more. */
        void closed(RequestLifecycle request);
    }
}

package io.useradmin.admission;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.ConcurrencyLimiter.Permit;
import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request from its arrival until both its response and its operation have ended. It registers memory here before it acquires it,
 * and gets permits only here. When the later of the two ends, its memory is released. A permit is released earlier: when
 * its operation ends, when the request is parked, or before its last step. When the client disconnects, the request stops waiting
 * for permits and memory, and acquires nothing more. A running operation continues, because a write must not stop halfway.
 */
final class RequestLifecycle {
    private final Listener listener;
    /** One for the body and one for the response, each registered once. */
    private final List<Reservation> reservations = new ArrayList<>(2);

    private @Nullable Permit permit;
    private Executor context = Runnable::run;
    private Runnable whenDropped = () -> {};
    /** Not a phase: a parked request stays parked when its response ends, so liveness still does not count its wait. */
    private boolean responseEnded;
    /** Written before {@link #phase} and read after it, so it need not be volatile. */
    private long waitingSince;

    private volatile boolean operating;
    private volatile Phase phase;

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
        this.phase = awaitsBody ? Phase.AWAITING_BODY : Phase.IN_FLIGHT;
        enter(phase);
    }

    /** How long the request has waited for the service, in nanoseconds. */
    long waited(long now) {
        Phase current = phase;
        return current == Phase.RECEIVING_BODY || current == Phase.PARKED ? 0 : now - waitingSince;
    }

    /** Whether an operation waits for its permit or runs. */
    boolean isOperating() {
        return operating;
    }

    /** Whether the response has ended, or the client has disconnected. */
    synchronized boolean isResponseEnded() {
        return responseEnded;
    }

    /** There is memory for the body, so it starts to arrive. Returns false if the response has ended: then do not receive it. */
    synchronized boolean beginBody() {
        moveTo(Phase.RECEIVING_BODY);
        return !responseEnded;
    }

    /** From now on the request does not wait for the service. See {@link ParkedRequest}. */
    synchronized void park() {
        operating = false;
        moveTo(Phase.PARKED);
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
            moveTo(Phase.PARKED);
        }
    }

    /** The body has arrived at {@code now}. */
    synchronized void endBody(long now) {
        waitingSince = now;
        moveTo(Phase.IN_FLIGHT);
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
    <T> Uni<T> runOperation(ConcurrencyLimiter limiter, Executor context, Supplier<Uni<T>> operation) {
        synchronized (this) {
            this.context = context;
            moveTo(Phase.IN_FLIGHT);
        }
        return permitted(limiter, context, operation);
    }

    /**
     * Runs a part of the operation of a parked request, when the limiter of its event loop permits it. The request stays parked: it
     * has no deadline and is not in flight.
     */
    synchronized <T> Uni<T> runWhileParked(Supplier<ConcurrencyLimiter> limiter, Supplier<Uni<T>> operation) {
        Executor executor = context;
        return Uni.createFrom()
                .deferred(() -> permitted(limiter.get(), executor, operation))
                .runSubscriptionOn(executor);
    }

    /** Runs the last step of an operation, when {@code limiter} permits it. It replaces the permit of the operation. */
    synchronized <T> Uni<T> runLastStep(ConcurrencyLimiter limiter, Supplier<Uni<T>> step) {
        releasePermit();
        return permitted(limiter, context, step);
    }

    private <T> Uni<T> permitted(ConcurrencyLimiter limiter, Executor context, Supplier<Uni<T>> operation) {
        var granted = new CompletableFuture<Void>();
        Permit acquired = limiter.permit(() -> context.execute(() -> granted.complete(null)));
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
        if (responseEnded) {
            return false;
        }
        this.operating = true;
        this.permit = acquired;
        this.whenDropped = whenDropped;
        return true;
    }

    private void endOperation(Permit acquired) {
        operating = false;
        acquired.release();
        closeIfDone().forEach(Reservation::release);
    }

    /** The response was sent, or the client has disconnected. Only the first call has an effect. */
    void endResponse() {
        if (dropsOperation()) {
            whenDropped.run();
        }
        closeIfDone().forEach(Reservation::release);
    }

    /** Ends the response. Returns whether an operation was waiting for its permit, which it will never get. */
    private synchronized boolean dropsOperation() {
        leave(phase);
        responseEnded = true;
        return permit != null && permit.cancel();
    }

    private void moveTo(Phase next) {
        Phase previous = phase;
        if (previous != next) {
            leave(previous);
            phase = next;
            enter(next);
        }
    }

    private void enter(Phase entered) {
        if (entered == Phase.IN_FLIGHT && !responseEnded) {
            listener.enteredFlight();
        }
    }

    private void leave(Phase left) {
        if (left == Phase.IN_FLIGHT && !responseEnded) {
            listener.leftFlight();
        }
    }

    /** Returns the memory to release. That runs code of other requests, so it happens without the lock. */
    private synchronized List<Reservation> closeIfDone() {
        if (!responseEnded || operating) {
            return List.of();
        }
        listener.closed(this);
        List<Reservation> left = List.copyOf(reservations);
        reservations.clear();
        return left;
    }

    /** The audit log records this: the client has disconnected, or got 503 at the deadline. */
    private static ProblemException responseHasEnded() {
        return ProblemException.nothingDone();
    }

    /** What the request waits for. Its response or its operation may have ended in any phase. */
    private enum Phase {
        /** The service: its key check, then memory for its body. It holds little, so it is not in flight. */
        AWAITING_BODY,
        /** Its client, which sends the body. */
        RECEIVING_BODY,
        /** The service. Only in this phase is the request in flight, until its response ends. */
        IN_FLIGHT,
        /** Events, or its client, which reads the response. */
        PARKED
    }

    /** Receives the events of requests. */
    interface Listener {
        /** A request is now in flight. */
        void enteredFlight();

        /** A request is no longer in flight. */
        void leftFlight();

        /** The request has ended, and holds no permit any more. May be called again. */
        void closed(RequestLifecycle request);
    }
}

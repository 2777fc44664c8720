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
 * first, and released here exactly once, when the later of the two ends. When the client disconnects, waiting parts are dropped
 * and nothing more is registered. A running operation continues, because a write must not stop halfway.
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
    /** Whether it waits for its client, or on purpose. */
    private volatile boolean waitingForOthers;

    private volatile long waitingSince;

    /**
     * The request has arrived.
     *
     * @param now from {@link System#nanoTime()}, like all times here
     * @param awaitsBody whether the body has yet to arrive. The request is not in flight until it has arrived, which depends on
     *     the client, or until the operation starts without it.
     */
    RequestLifecycle(Listener listener, long now, boolean awaitsBody) {
        this.listener = listener;
        this.waitingSince = now;
        if (!awaitsBody) {
            enterFlight();
        }
    }

    /**
     * The number of nanoseconds that the request has waited for the service. Waiting for the body, or on purpose, does not count.
     */
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

    /** The body starts to arrive, because there is memory for it. From now on the request waits for its client. */
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

    /**
     * Registers memory that the request is about to acquire. Returns false if the response has ended and the memory is not
     * needed.
     */
    synchronized boolean register(Reservation reservation) {
        return !responseEnded && reservations.add(reservation);
    }

    /**
     * Makes the caller of this method responsible for releasing {@code reservation}. Returns false if it was released already.
     */
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

    /** The response was sent, or the client has disconnected. Only the first call has an effect. */
    void endResponse() {
        if (dropsOperation()) {
            whenDropped.run();
        }
        closeIfDone();
    }

    /** Ends the response. Returns whether an operation waited for its permit, which it will never get. */
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

    /** For the audit log: the client has disconnected, or got a 503 at the deadline. */
    private static ProblemException responseHasEnded() {
        return ProblemException.nothingDone();
    }

    /** Is notified about requests. */
    interface Listener {
        /** One more request is in flight. */
        void enteredFlight();

        /** One request less is in flight. */
        void leftFlight();

        /** The request holds nothing any more. */
        void closed(RequestLifecycle request);
    }
}

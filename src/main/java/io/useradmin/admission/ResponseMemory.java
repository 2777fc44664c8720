package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.useradmin.database.ResultMemory;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.RequestAttribute;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory for the response of one request, from the rows that its operation reads to the serialized body. A
 * {@link LargePage} reserves it before the operation starts. All others reserve it while the rows arrive, and fail with
 * {@link ProblemException#nothingDone} if there is not enough.
 */
final class ResponseMemory implements ResultMemory {
    private static final RequestAttribute<ResponseMemory> OF_REQUEST = RequestAttribute.of(ResponseMemory.class);

    private final MemoryBudget budget;
    private final RequestLifecycle request;
    private @Nullable Reservation reservation;
    private long read;
    private boolean countsRows = true;
    private volatile boolean exhausted;

    private ResponseMemory(MemoryBudget budget, RequestLifecycle request) {
        this.budget = budget;
        this.request = request;
    }

    /** Begins to count the rows of a request. */
    static ResponseMemory begin(MemoryBudget budget, RoutingContext routing) {
        var memory = new ResponseMemory(budget, RequestWatch.lifecycle(routing));
        OF_REQUEST.set(routing, memory);
        memory.begin();
        return memory;
    }

    /** The memory of a request, if it is counted. */
    static Optional<ResponseMemory> of(RoutingContext routing) {
        return OF_REQUEST.find(routing);
    }

    /** Registers a reservation. Returns false if the request has ended: then do not acquire it. */
    synchronized boolean register(Reservation reserved) {
        reservation = reserved;
        return request.register(reserved);
    }

    /** Removes and returns the reservation, if there is one. The caller has to release it. */
    synchronized Optional<Reservation> take() {
        Optional<Reservation> taken = Optional.ofNullable(reservation).filter(request::handOver);
        reservation = null;
        return taken;
    }

    /** Releases the memory. From now on, rows do not count: a stream reads small pages for as long as it runs. */
    synchronized void release() {
        countsRows = false;
        take().ifPresent(Reservation::release);
    }

    /** Reserves memory for the result that the request has waited for. */
    synchronized void reserve(long bytes) {
        countsRows = true;
        read = 0;
        add(bytes);
    }

    @Override
    public synchronized void add(long bytes) {
        read += bytes;
        if (countsRows && !grow()) {
            exhausted = true;
            throw ProblemException.nothingDone();
        }
    }

    @Override
    public synchronized void remove(long bytes) {
        read -= bytes;
    }

    @Override
    public boolean isExhausted() {
        return exhausted;
    }

    private boolean grow() {
        Reservation current = reservation;
        if (current == null) {
            current = budget.reservation(0);
            if (!register(current)) {
                return false;
            }
            current.hold();
        }
        return current.grow(read);
    }
}

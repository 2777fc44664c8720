package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** The memory that is reserved for a response before its operation starts. */
final class ResponseMemory {
    private static final String NAME = ResponseMemory.class.getName();

    private ResponseMemory() {}

    /** Stores {@code reservation} in the request. Returns false if the request has ended: then do not acquire it. */
    static boolean register(Reservation reservation, RoutingContext routing) {
        routing.put(NAME, reservation);
        return Admission.lifecycle(routing).register(reservation);
    }

    /** Removes and returns the reservation. The caller has to release it. */
    static Optional<Reservation> take(RoutingContext routing) {
        return Optional.<Reservation>ofNullable(routing.get(NAME)).filter(Admission.lifecycle(routing)::handOver);
    }
}

package io.useradmin.admission;

import io.useradmin.admission.MemoryBudget.Reservation;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** The memory that was reserved for a response before its operation started. */
final class ResponseMemory {
    private static final String NAME = ResponseMemory.class.getName();

    private ResponseMemory() {}

    /** Remembers {@code reservation}. Returns false if the request has ended: then nothing may be acquired for it. */
    static boolean register(Reservation reservation, RoutingContext routing) {
        routing.put(NAME, reservation);
        return Admission.lifecycle(routing).register(reservation);
    }

    /** Returns the reservation. The caller has to release it. */
    static Optional<Reservation> take(RoutingContext routing) {
        return Optional.<Reservation>ofNullable(routing.get(NAME)).filter(Admission.lifecycle(routing)::handOver);
    }
}

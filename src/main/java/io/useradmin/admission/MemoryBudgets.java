package io.useradmin.admission;

import io.useradmin.server.HttpLimits;
import jakarta.enterprise.context.ApplicationScoped;

/** The memory for bodies and for responses. The budgets are separate, so that neither can use up the other. */
@ApplicationScoped
class MemoryBudgets {
    /** Requests whose body arrives are not in flight, and hold little. */
    private static final int MAX_WAITING_BODIES = 128;
    /** Requests that wait for memory for their response are in flight, and must not use all permits for that. */
    private static final int MAX_WAITING_RESPONSES = 32;

    private final MemoryBudget bodies;
    private final MemoryBudget responses;

    MemoryBudgets(HttpLimits limits) {
        long half = (long) (Runtime.getRuntime().maxMemory() * limits.transferMemoryShare() / 2);
        this.bodies = new MemoryBudget(half, MAX_WAITING_BODIES);
        this.responses = new MemoryBudget(half, MAX_WAITING_RESPONSES);
    }

    /** For request bodies. */
    MemoryBudget bodies() {
        return bodies;
    }

    /** For responses that the network has not taken yet. */
    MemoryBudget responses() {
        return responses;
    }

    /** Ends transfers that started before {@code time}, if others wait for their memory. */
    void reclaim(long time) {
        bodies.reclaim(time);
        responses.reclaim(time);
    }
}

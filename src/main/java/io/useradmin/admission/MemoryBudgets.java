package io.useradmin.admission;

import io.useradmin.server.HttpLimits;
import jakarta.inject.Singleton;

/** The memory budgets for request bodies and for responses. They are separate, so that neither can use up the other. */
@Singleton
class MemoryBudgets {
    /** A request whose body is arriving is not in flight and holds little memory, so many of them may wait. */
    private static final int MAX_WAITING_BODIES = 128;
    /** A request that waits for memory for its response is in flight. Such requests must not use up all places. */
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

    /** For responses that the network has not accepted yet. */
    MemoryBudget responses() {
        return responses;
    }

    /** Ends transfers that started before {@code time} if others wait for their memory. */
    void reclaim(long time) {
        bodies.reclaim(time);
        responses.reclaim(time);
    }
}

package io.useradmin.admission;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A bulkhead for requests that last long because of their client. Tenants share its places by a dynamic threshold: a tenant
 * holds at most {@value #MOST_PER_FREE} times as many as are free for the others, so that one tenant cannot shut out all others.
 * A tenant without a place gets any free one.
 */
public final class TenantBulkhead {
    private static final int MOST_PER_FREE = 3;

    private final int places;
    private final Map<String, Integer> held = new HashMap<>();
    private int taken;

    /** A bulkhead with {@code places} places, at least 1. */
    public TenantBulkhead(int places) {
        this.places = places;
    }

    /** A place of one request. */
    public final class Place {
        private final String tenantId;
        private final AtomicBoolean left = new AtomicBoolean();

        private Place(String tenantId) {
            this.tenantId = tenantId;
        }

        /** Gives the place back. Only the first call has an effect. */
        public void leave() {
            if (!left.getAndSet(true)) {
                giveBack(tenantId);
            }
        }
    }

    /** Takes a place; {@link Problem.Unavailable} if there is none for this tenant. */
    public synchronized Place enter(String tenantId) {
        int own = held.getOrDefault(tenantId, 0);
        if (!hasRoom(own)) {
            throw new ProblemException(new Problem.Unavailable(true));
        }
        held.put(tenantId, own + 1);
        taken++;
        return new Place(tenantId);
    }

    /** The number of taken places. */
    public synchronized int taken() {
        return taken;
    }

    private boolean hasRoom(int own) {
        long freeAfterwards = (long) places - taken - 1;
        return own == 0 ? freeAfterwards >= 0 : own < MOST_PER_FREE * freeAfterwards;
    }

    private synchronized void giveBack(String tenantId) {
        held.computeIfPresent(tenantId, (_, own) -> own == 1 ? null : own - 1);
        taken--;
    }
}

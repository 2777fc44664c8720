package io.useradmin.admission;

import io.vertx.ext.web.RoutingContext;

/** For requests that wait for events or for their client, not for the service: long polls, streams, exports, {@link SharedBody}. */
public final class ParkedRequest {
    private ParkedRequest() {}

    /**
     * From now on the request does not wait for the service: it gives up its permit, is not in flight, and has no deadline. The
     * caller must limit the time and the number of such requests, or their memory.
     */
    public static void park(RoutingContext request) {
        RequestWatch.lifecycle(request).park();
        ResponseMemory.of(request).ifPresent(ResponseMemory::release);
    }

    /**
     * Reserves memory for events of {@code bytes}, which are now sent: many clients may have waited for them.
     *
     * @throws RuntimeException if there is none; nothing was done
     */
    public static void reserveMemory(RoutingContext request, long bytes) {
        ResponseMemory.of(request).ifPresent(memory -> memory.reserve(bytes));
    }

    /** The network has accepted the events, so they need no memory. */
    public static void releaseMemory(RoutingContext request) {
        ResponseMemory.of(request).ifPresent(ResponseMemory::release);
    }
}

package io.useradmin.admission;

import io.vertx.ext.web.RoutingContext;

/** For requests that wait on purpose: a long poll, or a stream of events. */
public final class StandBy {
    private StandBy() {}

    /**
     * From now on the request waits for events, not for the service: it gives up its permit, is not in flight, and has no
     * deadline. The caller must limit the time and the number of such requests.
     */
    public static void begin(RoutingContext request) {
        Admission.lifecycle(request).standBy();
        ResponseMemory.of(request).ifPresent(ResponseMemory::standBy);
    }
}

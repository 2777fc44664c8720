package io.useradmin.telemetry;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Observes every request of the API port from its arrival to the end of its response. */
@Singleton
class RequestObserver {
    private final Operations operations;
    private final RequestMetrics metrics;
    private final AccessLog accessLog;

    RequestObserver(Operations operations, RequestMetrics metrics, AccessLog accessLog) {
        this.operations = operations;
        this.metrics = metrics;
        this.accessLog = accessLog;
    }

    void register(@Observes Filters filters) {
        RouterHandler.OBSERVATION.register(filters, this::watch);
    }

    /** Observes requests that the router refuses before any filter. */
    void register(@Observes Router router) {
        RouterHandler.OBSERVATION.registerForFailures(router, this::watchUnlessWatched);
    }

    private void watchUnlessWatched(RoutingContext context) {
        if (RequestInfo.isKnown(context)) {
            context.next();
        } else {
            watch(context);
        }
    }

    private void watch(RoutingContext context) {
        var info = RequestInfo.of(context);
        context.addEndHandler(end -> finish(context, info, end.succeeded()));
        context.next();
    }

    private void finish(RoutingContext context, RequestInfo info, boolean answered) {
        RequestOutcome outcome = RequestOutcome.of(context, operations, answered);
        long nanos = info.nanos();
        // During overload, a log line for each refusal would slow down other requests.
        if (!info.isTurnedAway()) {
            accessLog.write(outcome, context.response(), nanos);
        }
        metrics.count(outcome, nanos);
    }
}

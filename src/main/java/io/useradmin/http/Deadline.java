package io.useradmin.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.problem.ProblemRenderer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Objects;

/**
 * Sees to it that every caller has an answer in time, whatever the operation waits for: the last of all bounds, because those
 * of the database add up. The operation itself is not stopped, as a write must not be half way.
 */
@Singleton
class Deadline {
    private static final int AFTER_GUARDS = 8_000;

    private final ProblemRenderer problems;
    private final long millis;

    Deadline(ProblemRenderer problems, HttpLimits limits) {
        this.problems = problems;
        this.millis = limits.deadline().toMillis();
    }

    void register(@Observes Filters filters) {
        filters.register(this::watch, AFTER_GUARDS);
    }

    private void watch(RoutingContext context) {
        if (Objects.requireNonNullElse(context.request().path(), "").startsWith("/api")) {
            long timer = context.vertx().setTimer(millis, _ -> expire(context));
            context.addEndHandler(_ -> context.vertx().cancelTimer(timer));
        }
        context.next();
    }

    private void expire(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.response().ended() || request.response().closed()) {
            return;
        }
        if (request.isEnded()) {
            problems.sendTimedOut(context);
        } else {
            // A caller who is slow to send is the idle timeout's concern.
            context.vertx().setTimer(millis, _ -> expire(context));
        }
    }
}

package io.useradmin.server;

import io.netty.handler.codec.DateFormatter;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;

/**
 * Sets the headers of every response: X-Content-Type-Options, and Date, which RFC 9110 (6.6.1) requires of every server with a
 * clock. The Quarkus setting for headers would create a map of path parameters for every request.
 */
@Singleton
class StandardHeaders {
    private static final CharSequence NO_SNIFFING = HttpHeaders.createOptimized("X-Content-Type-Options");

    private final Clock clock;
    private volatile Stamp last = new Stamp(-1, "");

    StandardHeaders(Clock clock) {
        this.clock = clock;
    }

    /** A second as header text, which is cached for all responses of that second. */
    private record Stamp(long second, CharSequence text) {}

    void register(@Observes Filters filters) {
        RouterHandler.HEADERS.register(filters, this::stamp);
    }

    private void stamp(RoutingContext context) {
        set(context);
        context.next();
    }

    /** Sets the headers of a response that bypasses the filters. */
    void set(RoutingContext context) {
        context.response().putHeader(HttpHeaders.DATE, now()).putHeader(NO_SNIFFING, "nosniff");
    }

    private CharSequence now() {
        long second = clock.instant().getEpochSecond();
        if (last.second() != second) {
            Date date = Date.from(Instant.ofEpochSecond(second));
            last = new Stamp(second, HttpHeaders.createOptimized(DateFormatter.format(date)));
        }
        return last.text();
    }
}

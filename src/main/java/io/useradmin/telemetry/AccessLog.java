package io.useradmin.telemetry;

import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import java.util.Map;

/**
 * The access log: one line per request. It has the route and not the path: the audit log has the identifiers, for those who may
 * read it, and mistyped paths are not worth keeping.
 */
@Singleton
final class AccessLog {
    private static final StructuredLog LOG = new StructuredLog("access");
    private static final long NANOS_PER_MICRO = 1_000;

    void write(RequestOutcome outcome, HttpServerResponse response, long nanos) {
        if (LOG.isEnabled()) {
            LOG.write(
                    outcome.toString(),
                    Map.of(
                            "method", outcome.method(),
                            "route", outcome.route(),
                            "status", outcome.status(),
                            "duration_us", Long.toString(nanos / NANOS_PER_MICRO),
                            "bytes", Long.toString(response.bytesWritten())));
        }
    }
}

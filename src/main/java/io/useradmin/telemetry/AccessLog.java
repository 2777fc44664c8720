package io.useradmin.telemetry;

import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import java.util.Map;

/**
 * A line for every request. It has the route and not the path: the identifiers are in the audit log for those who may read
 * it, and what callers mistype need not be kept.
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

package io.useradmin.telemetry;

import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;

/**
 * The access log: one line per request. It has the route, not the path: identifiers are only in the audit log, which fewer people
 * may read, and mistyped paths are not useful.
 */
@Singleton
final class AccessLog {
    private static final StructuredLog LOG = new StructuredLog("access");
    private static final long NANOS_PER_MICRO = 1_000;

    void write(RequestOutcome outcome, HttpServerResponse response, long nanos) {
        if (LOG.isEnabled()) {
            StructuredLog.Line line = LOG.line(outcome.toString());
            line.put("method", outcome.method());
            line.put("route", outcome.route());
            line.put("status", outcome.status());
            line.put("duration_us", Long.toString(nanos / NANOS_PER_MICRO));
            line.put("bytes", Long.toString(response.bytesWritten()));
            line.write();
        }
    }
}

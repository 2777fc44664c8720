package io.useradmin.database;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log filter for a false error of the PostgreSQL client: if it cannot connect, it does not cancel the timer of the waiting
 * request. The timer later fails, because the request has already failed (Vert.x 4.5, {@code SqlConnectionPool.execute}). During
 * an outage this would log a stack trace for each request.
 */
@LoggingFilter(name = "stale-timeouts")
public final class StaleTimeouts implements Filter {
    private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";

    @Override
    public boolean isLoggable(LogRecord record) {
        return !isStale(record.getThrown());
    }

    private static boolean isStale(@Nullable Throwable thrown) {
        return thrown instanceof IllegalStateException
                && "Result is already complete".equals(thrown.getMessage())
                && Stream.of(thrown.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(POOL));
    }
}

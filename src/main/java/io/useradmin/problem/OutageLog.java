package io.useradmin.problem;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/** Logs that the database is unavailable once per outage and minute, not once per request. */
final class OutageLog {
    private static final Logger LOG = Logger.getLogger(OutageLog.class);
    private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    void note(Throwable failure, String traceId) {
        String cause = failure.getClass().getName();
        if (isDue(System.nanoTime())) {
            LOG.warnf(
                    "trace_id=%s database unavailable: %s (logged at most once a minute; requests get 503)",
                    traceId, cause);
        } else {
            LOG.debugf("trace_id=%s database unavailable: %s", traceId, cause);
        }
    }

    boolean isDue(long nanoTime) {
        long due = next.get();
        return nanoTime - due >= 0 && next.compareAndSet(due, nanoTime + INTERVAL_NANOS);
    }
}

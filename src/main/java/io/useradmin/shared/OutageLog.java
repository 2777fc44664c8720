package io.useradmin.shared;

import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Logs that the database is unavailable: once per minute of an outage, not once per request. */
@Singleton
public class OutageLog {
    private static final Logger LOG = Logger.getLogger(OutageLog.class);
    private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST_CAUSES = 20;

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    /**
     * Logs an outage. It is a warning if there was none in the last minute.
     *
     * @param who the source of the report, such as {@code trace_id=…}
     */
    public void note(String who, Throwable failure) {
        if (isDue(System.nanoTime())) {
            LOG.warnf(
                    "%s database unavailable: %s (logged at most once a minute; requests get 503)",
                    who, describe(failure));
        } else {
            LOG.debugf("%s database unavailable: %s", who, describe(failure));
        }
    }

    boolean isDue(long nanoTime) {
        long due = next.get();
        return nanoTime - due >= 0 && next.compareAndSet(due, nanoTime + INTERVAL_NANOS);
    }

    /** Includes a message only if it contains nothing but the address of the database. Others can quote private data. */
    static String describe(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .filter(OutageLog::containsOnlyAddress)
                .findFirst()
                .map(Throwable::toString)
                .orElse(failure.getClass().getName());
    }

    private static boolean containsOnlyAddress(Throwable cause) {
        return cause instanceof UnknownHostException
                || cause instanceof ConnectException
                || cause instanceof NoRouteToHostException;
    }
}

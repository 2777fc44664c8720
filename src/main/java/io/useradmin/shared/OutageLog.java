package io.useradmin.shared;

import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.jboss.logging.Logger;

/**
 * Logs outages of the database: a warning when one begins, and its length when it is over. An outage can be partial, such as a
 * worker of Citus that is down, while other statements succeed. So success alone does not end it.
 *
 * <p>Failures that are less than {@link #QUIET} apart are one outage. It has one warning for each cause, however many callers fail. So
 * a statement that is too slow each minute does not hide that PostgreSQL stops later. The outage is over when nothing has failed for
 * that time, and then the database responds to the readiness check or something fails again. Without either, its end is not logged.
 */
@Singleton
public class OutageLog {
    private static final Logger LOG = Logger.getLogger(OutageLog.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    /** The largest number of warnings of an outage: messages with addresses can differ each time. */
    private static final int MOST_WARNINGS = 20;

    private final LongSupplier nanoTime;
    private final Set<String> causes = new HashSet<>();
    private volatile boolean isOpen;
    private long begin;
    private long lastFailure;
    private long requests;

    /** A log for the whole service. */
    public OutageLog() {
        this(System::nanoTime);
    }

    /** A log with another clock. */
    public OutageLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Notes a request that failed because the database is unavailable. */
    public void noteRequest(String traceId, Throwable failure) {
        note("trace_id=" + traceId, failure, 1);
    }

    /**
     * Notes something else that failed because the database is unavailable.
     *
     * @param who the source of the report, such as {@code metrics:}
     */
    public void note(String who, Throwable failure) {
        note(who, failure, 0);
    }

    /** Notes that the database has responded. Without an outage, this only reads a flag. */
    public void responded() {
        if (isOpen) {
            endIfQuiet();
        }
    }

    private synchronized void note(String who, Throwable failure, int failedRequests) {
        endIfQuiet();
        lastFailure = nanoTime.getAsLong();
        if (!isOpen) {
            isOpen = true;
            begin = lastFailure;
            requests = 0;
            causes.clear();
        }
        log(who, describe(failure));
        requests += failedRequests;
    }

    private void log(String who, String cause) {
        if (causes.size() < MOST_WARNINGS && causes.add(cause)) {
            LOG.warnf(
                    "%s database unavailable, or a part of it: %s (logged once per outage and cause; requests get 503)",
                    who, cause);
        } else {
            LOG.debugf("%s database unavailable: %s", who, cause);
        }
    }

    private synchronized void endIfQuiet() {
        if (isOpen && nanoTime.getAsLong() - lastFailure >= QUIET.toNanos()) {
            isOpen = false;
            LOG.infof(
                    "database available: nothing has failed for %s s. The outage lasted %s s and failed %s requests",
                    QUIET.toSeconds(), Duration.ofNanos(lastFailure - begin).toSeconds(), requests);
        }
    }

    /** Includes a message only if it contains at most an address or a certificate. Others can quote private data. */
    static String describe(Throwable failure) {
        List<Throwable> causes = Causes.of(failure).toList();
        return causes.stream()
                .flatMap(cause -> meaning(cause).stream())
                .findFirst()
                .orElseGet(() -> causes.getLast().getClass().getName());
    }

    private static Optional<String> meaning(Throwable cause) {
        return switch (cause) {
            case UnknownHostException _, ConnectException _, NoRouteToHostException _, SSLException _ ->
                Optional.of(cause.toString());
            case PgException refused -> Optional.of("SQLSTATE " + refused.getSqlState());
            // Hibernate Reactive replaces the client library's exception by this one.
            case SQLException refused ->
                Optional.ofNullable(refused.getSQLState()).map(state -> "SQLSTATE " + state);
            // Their texts are constants of the client library, such as for a failed TLS handshake, or no free
            // connection.
            case VertxException closed when closed.getCause() == null -> Optional.of(closed.toString());
            case NoStackTraceThrowable refused -> Optional.of(refused.toString());
            default -> Optional.empty();
        };
    }
}

package io.useradmin.database.replica;

import io.vertx.core.Context;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one {@link ReplicaConnection} open, and replaces it when necessary. Everything runs on its event loop. No read waits for a
 * connection.
 */
final class ReconnectingReplica {
    private static final Logger LOG = Logger.getLogger(ReconnectingReplica.class);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** If a connection was useless for this time, it is replaced: its address may now lead to another server. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Context eventLoop;
    private final ConnectionFactory server;
    private final PrimaryHistory primary;
    private final Bounds bounds;
    private volatile @Nullable ReplicaConnection current;
    private @Nullable ReplicaConnection queried;
    private long attempts;
    private boolean stopped;
    private long nextAttempt = System.nanoTime();

    /** {@code server} must have timeouts that agree with {@code bounds}. */
    ReconnectingReplica(Context eventLoop, ConnectionFactory server, PrimaryHistory primary, Bounds bounds) {
        this.eventLoop = eventLoop;
        this.server = server;
        this.primary = primary;
        this.bounds = bounds;
    }

    /**
     * The limits of a connection.
     *
     * @param silenceNanos after this silence, a connection is closed as dead; it is longer than any statement
     * @param lifetimeNanos after this time, a connection is replaced
     */
    record Bounds(long silenceNanos, long lifetimeNanos) {}

    /** The open connection, if there is one. */
    Optional<ReplicaConnection> connection() {
        return Optional.ofNullable(current);
    }

    /** Queries the position of the server, or opens a connection. */
    void tick() {
        eventLoop.runOnContext(_ -> {
            long now = System.nanoTime();
            connection().ifPresent(open -> closeIfExpired(open, now));
            if (!stopped) {
                connection().ifPresentOrElse(this::queryPosition, () -> openIfDue(now));
            }
        });
    }

    /** Called when there is a new position of the primary. */
    void review() {
        eventLoop.runOnContext(_ -> connection().ifPresent(ReplicaConnection::compareWithPrimary));
    }

    void stop() {
        eventLoop.runOnContext(_ -> {
            stopped = true;
            connection().ifPresent(this::end);
        });
    }

    private void closeIfExpired(ReplicaConnection open, long now) {
        if (open.silentNanos(now) > bounds.silenceNanos()) {
            LOG.debug("a replica is silent");
            current = null;
            open.abandon();
        } else if (open.ageNanos(now) >= bounds.lifetimeNanos() || open.uselessNanos(now) >= TIMEOUT_NANOS) {
            end(open);
        }
    }

    /** One query at a time, so that a slow server gets no additional load. */
    private void queryPosition(ReplicaConnection open) {
        if (open == queried) {
            return;
        }
        queried = open;
        open.queryPosition().onComplete(answer -> {
            if (queried == open) {
                queried = null;
            }
            if (answer.failed()) {
                LOG.debugf("a replica did not report its position: %s", answer.cause());
                end(open);
            }
        });
    }

    /** Does not wait for an attempt without a response, which ends by the longer timeouts of the database. */
    private void openIfDue(long now) {
        if (now - nextAttempt < 0) {
            return;
        }
        nextAttempt = now + TIMEOUT_NANOS;
        long attempt = ++attempts;
        server.connect(eventLoop).onComplete(opened -> {
            if (opened.failed()) {
                LOG.debugf("a replica cannot be reached: %s", opened.cause());
            } else if (attempt == attempts && !stopped) {
                begin(opened.result());
            } else {
                var _ = opened.result().close();
            }
            if (attempt == attempts) {
                nextAttempt = System.nanoTime() + PAUSE_NANOS;
            }
        });
    }

    private void begin(SqlConnection connection) {
        var opened = new ReplicaConnection(connection, primary);
        // Without this handler, the driver prints the stack trace.
        connection.exceptionHandler(failure -> LOG.debugf(
                "a connection to a replica broke: %s", failure.getClass().getName()));
        connection.closeHandler(_ -> eventLoop.runOnContext(_ -> end(opened)));
        current = opened;
        queryPosition(opened);
    }

    private void end(ReplicaConnection ended) {
        if (current == ended) {
            current = null;
            ended.close();
            abandonWhenSilent(ended);
        }
    }

    /** Its running statements have ended by then, unless the server hangs. */
    private void abandonWhenSilent(ReplicaConnection ended) {
        long rest = bounds.silenceNanos() - ended.silentNanos(System.nanoTime());
        if (rest < 0) {
            ended.abandon();
        } else {
            long millis = TimeUnit.NANOSECONDS.toMillis(rest) + 1;
            eventLoop.owner().setTimer(millis, _ -> abandonWhenSilent(ended));
        }
    }
}

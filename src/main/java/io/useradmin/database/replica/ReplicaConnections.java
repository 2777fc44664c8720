package io.useradmin.database.replica;

import io.useradmin.database.DatabaseBounds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * All connections to the replica. A timer reads the WAL positions of primary and replica. Each server gets one such query at a
 * time, so that a slow server gets no additional load.
 */
final class ReplicaConnections {
    private static final Logger LOG = Logger.getLogger(ReplicaConnections.class);
    /** Positions are read this often per largest lag, so that a replica that keeps up never seems to lag. */
    private static final int QUERIES_PER_LAG = 5;
    /** PostgreSQL ends a statement after one timeout, so a longer silence means a dead connection. */
    private static final int SILENCE_IN_TIMEOUTS = 2;
    /** Shorter outages of the replica are not logged. */
    private static final long SHORTEST_LOGGED_OUTAGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PrimaryHistory history;
    private final List<ReconnectingReplica> replicas;
    private final SqlClient primary;
    private final Vertx vertx;
    private final long maxLagNanos;
    private final AtomicInteger turn = new AtomicInteger();
    private final long timer;
    /** The latest time up to which a server was known to have all data; at first the start. */
    private volatile long lastCurrentAt = System.nanoTime();

    private boolean asking;
    private boolean outOfUse;

    /** Opens the connections to {@code server}, and compares its position with that of {@code primary}. */
    ReplicaConnections(
            ConnectionFactory server, SqlClient primary, Vertx vertx, DatabaseBounds bounds, Duration lifetime) {
        this.primary = primary;
        this.vertx = vertx;
        this.maxLagNanos = bounds.replicaMaxLag().toNanos();
        this.history = new PrimaryHistory(maxLagNanos);
        var internal = (VertxInternal) vertx;
        long timeout = bounds.replicaTimeout().toNanos();
        var limits = new ReconnectingReplica.Bounds(SILENCE_IN_TIMEOUTS * timeout, lifetime.toNanos());
        this.replicas = IntStream.range(0, bounds.readConnections())
                .mapToObj(_ -> new ReconnectingReplica(internal.createEventLoopContext(), server, history, limits))
                .toList();
        long between = Math.min(maxLagNanos, timeout) / QUERIES_PER_LAG;
        this.timer = vertx.setPeriodic(Math.max(1, TimeUnit.NANOSECONDS.toMillis(between)), _ -> tick());
    }

    void stop() {
        vertx.cancelTimer(timer);
        replicas.forEach(ReconnectingReplica::stop);
    }

    /** The connection for a read of {@code consistency}; empty if its server, or every server, is not within the lag limit. */
    Optional<ReplicaConnection> current(ReadConsistency consistency) {
        long now = System.nanoTime();
        return consistency.connection().isPresent()
                ? consistency.connection().filter(connection -> isCurrent(connection, now))
                : next(consistency.position(), now).map(consistency::stayOn);
    }

    /**
     * A connection to a server within the lag limit, preferably one that has replayed {@code position}. Each call starts with
     * another connection (round robin).
     */
    private Optional<ReplicaConnection> next(Optional<WalPosition> position, long now) {
        int first = Math.floorMod(turn.getAndIncrement(), replicas.size());
        Optional<ReplicaConnection> found = Optional.empty();
        for (int index = 0; index < replicas.size(); index++) {
            Optional<ReplicaConnection> connection =
                    replicas.get((first + index) % replicas.size()).connection().filter(open -> isCurrent(open, now));
            if (connection.isPresent() && connection.get().covers(position)) {
                return connection;
            }
            found = found.or(() -> connection);
        }
        return found;
    }

    private boolean isCurrent(ReplicaConnection connection, long now) {
        return connection.currentAt().filter(at -> now - at <= maxLagNanos).isPresent();
    }

    /**
     * The age of the newest data that a server is known to have completely. While no server is known to have any, the time since
     * one was; at first the time since the start.
     */
    long lagNanos() {
        return lagNanos(System.nanoTime());
    }

    private long lagNanos(long now) {
        return connections()
                .flatMap(connection -> connection.currentAt().stream())
                .mapToLong(at -> now - at)
                .min()
                .orElse(now - lastCurrentAt);
    }

    /** The position of the primary now. */
    Future<WalPosition> primaryPosition() {
        return WalPosition.ofPrimary(primary);
    }

    private void tick() {
        replicas.forEach(ReconnectingReplica::tick);
        if (!asking) {
            asking = true;
            long now = System.nanoTime();
            primaryPosition().onComplete(answer -> {
                asking = false;
                if (answer.succeeded()) {
                    history.add(now, answer.result());
                    replicas.forEach(ReconnectingReplica::review);
                } else {
                    LOG.debugf("the primary did not say where it is: %s", answer.cause());
                }
            });
        }
        log();
    }

    private void log() {
        long now = System.nanoTime();
        long lag = lagNanos(now);
        lastCurrentAt = now - lag;
        if (lag > maxLagNanos + SHORTEST_LOGGED_OUTAGE_NANOS && !outOfUse) {
            outOfUse = true;
            LOG.warnf("The primary serves all reads: %s.", reason());
        } else if (lag <= maxLagNanos && outOfUse) {
            outOfUse = false;
            LOG.info("The replica serves reads again.");
        }
    }

    private String reason() {
        if (connections().findAny().isEmpty()) {
            return "the replica cannot be reached";
        }
        return connections().allMatch(connection -> connection.position().isEmpty())
                ? "the server at the replica's address is not a standby, or does not answer"
                : "the replica lags, or follows another primary";
    }

    private Stream<ReplicaConnection> connections() {
        return replicas.stream().flatMap(replica -> replica.connection().stream());
    }
}

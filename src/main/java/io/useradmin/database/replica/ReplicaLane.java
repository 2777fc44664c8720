package io.useradmin.database.replica;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps one {@link ReplicaLink} open. Everything runs on its event loop; no read waits for a connection. */
final class ReplicaLane {
    private static final Logger LOG = Logger.getLogger(ReplicaLane.class);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A connection that has been of no use for so long is replaced: its address may now lead to another server. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Vertx vertx;
    private final Context eventLoop;
    private final PgConnectOptions server;
    private final PrimaryHistory primary;
    private final Bounds bounds;
    private volatile @Nullable ReplicaLink link;
    private @Nullable ReplicaLink asked;
    private long attempts;
    private boolean stopped;
    private long nextAttempt = System.nanoTime();

    /** The bounds of {@code server} that are in {@code bounds} hold for the connection too. */
    ReplicaLane(Vertx vertx, Context eventLoop, PgConnectOptions server, PrimaryHistory primary, Bounds bounds) {
        this.vertx = vertx;
        this.eventLoop = eventLoop;
        this.server = server;
        this.primary = primary;
        this.bounds = bounds;
    }

    /**
     * Bounds of a connection.
     *
     * @param silenceNanos when a connection is taken for dead; no statement runs that long
     * @param lifetimeNanos when a connection is replaced by another one
     */
    record Bounds(long silenceNanos, long lifetimeNanos) {}

    /** The open connection, if there is one. */
    Optional<ReplicaLink> link() {
        return Optional.ofNullable(link);
    }

    /** Asks the server where it is, or opens a connection. */
    void tick() {
        eventLoop.runOnContext(_ -> {
            long now = System.nanoTime();
            link().ifPresent(open -> endIfWornOut(open, now));
            if (!stopped) {
                link().ifPresentOrElse(this::ask, () -> openIfDue(now));
            }
        });
    }

    /** The position of the primary is known. */
    void review() {
        eventLoop.runOnContext(_ -> link().ifPresent(ReplicaLink::judge));
    }

    void stop() {
        eventLoop.runOnContext(_ -> {
            stopped = true;
            link().ifPresent(this::end);
        });
    }

    private void endIfWornOut(ReplicaLink open, long now) {
        if (open.silentNanos(now) > bounds.silenceNanos()) {
            LOG.debug("a replica is silent");
            link = null;
            open.abandon();
        } else if (open.ageNanos(now) >= bounds.lifetimeNanos() || open.uselessNanos(now) >= PATIENCE_NANOS) {
            end(open);
        }
    }

    /** One question at a time: a slow server gets no additional ones. */
    private void ask(ReplicaLink open) {
        if (open == asked) {
            return;
        }
        asked = open;
        open.askWhere().onComplete(answer -> {
            if (asked == open) {
                asked = null;
            }
            if (answer.failed()) {
                LOG.debugf("a replica did not say where it is: %s", answer.cause());
                end(open);
            }
        });
    }

    /** An attempt without a response is given up, because the driver waits for it without end. */
    private void openIfDue(long now) {
        if (now - nextAttempt < 0) {
            return;
        }
        nextAttempt = now + PATIENCE_NANOS;
        long attempt = ++attempts;
        PgConnection.connect(vertx, server).onComplete(opened -> {
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

    private void begin(PgConnection connection) {
        var opened = new ReplicaLink(connection, primary);
        // Without it the driver prints the stack trace.
        connection.exceptionHandler(failure -> LOG.debugf(
                "a connection to a replica broke: %s", failure.getClass().getName()));
        connection.closeHandler(_ -> eventLoop.runOnContext(_ -> end(opened)));
        link = opened;
        ask(opened);
    }

    private void end(ReplicaLink ended) {
        if (link == ended) {
            link = null;
            ended.close();
        }
    }
}

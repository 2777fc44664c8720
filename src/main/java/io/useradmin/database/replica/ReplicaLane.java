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
    private static final long USELESS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Vertx vertx;
    private final Context eventLoop;
    private final PgConnectOptions server;
    private final PrimaryHistory primary;
    private final long lifetimeNanos;
    private volatile @Nullable ReplicaLink link;
    private boolean busy;
    private boolean stopped;
    private long nextAttempt = System.nanoTime();

    /** @param lifetimeNanos when a connection is replaced by another one */
    ReplicaLane(Vertx vertx, Context eventLoop, PgConnectOptions server, PrimaryHistory primary, long lifetimeNanos) {
        this.vertx = vertx;
        this.eventLoop = eventLoop;
        this.server = server;
        this.primary = primary;
        this.lifetimeNanos = lifetimeNanos;
    }

    /** The open connection, if there is one. */
    Optional<ReplicaLink> link() {
        return Optional.ofNullable(link);
    }

    /** Asks the server where it is, or opens a connection. The last attempt must have ended. */
    void tick() {
        eventLoop.runOnContext(_ -> {
            long now = System.nanoTime();
            link().filter(open -> isWornOut(open, now)).ifPresent(this::end);
            if (!busy && !stopped) {
                link().ifPresentOrElse(this::ask, () -> openIfDue(now));
            }
        });
    }

    /** The primary has told where it is. */
    void review() {
        eventLoop.runOnContext(_ -> link().ifPresent(ReplicaLink::judge));
    }

    void stop() {
        eventLoop.runOnContext(_ -> {
            stopped = true;
            link().ifPresent(this::end);
        });
    }

    private boolean isWornOut(ReplicaLink open, long now) {
        return open.ageNanos(now) >= lifetimeNanos || open.uselessNanos(now) >= USELESS_NANOS;
    }

    private void ask(ReplicaLink open) {
        busy = true;
        open.askWhere().onComplete(answer -> {
            busy = false;
            if (answer.failed()) {
                LOG.debugf("a replica did not say where it is: %s", answer.cause());
                end(open);
            }
        });
    }

    private void openIfDue(long now) {
        if (now - nextAttempt < 0) {
            return;
        }
        busy = true;
        nextAttempt = now + PAUSE_NANOS;
        PgConnection.connect(vertx, server).onComplete(opened -> {
            busy = false;
            if (opened.succeeded()) {
                begin(opened.result());
            } else {
                LOG.debugf("a replica cannot be reached: %s", opened.cause());
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
        if (stopped) {
            end(opened);
        } else {
            ask(opened);
        }
    }

    private void end(ReplicaLink ended) {
        if (link == ended) {
            link = null;
            ended.close();
        }
    }
}

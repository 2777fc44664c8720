package io.useradmin.database.replica;

import io.quarkus.runtime.StartupEvent;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.database.ResultMemory;
import io.useradmin.database.replica.ReplicaMeters.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.spi.ConnectionFactory;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * The replica at {@code useradmin.database.replica-url}, if there is one. If it may not serve a read, or the read fails there,
 * the primary serves it.
 */
@Singleton
public class Replica {
    private static final String MAX_LIFETIME = "quarkus.datasource.reactive.max-lifetime";

    private final Optional<ReplicaAddress> address;
    private final DatabaseBounds bounds;
    private final Duration lifetime;
    private final ReplicaMeters meters;
    private final Vertx vertx;
    private volatile @Nullable ReplicaConnections connected;
    private Runnable connect = () -> {};
    private boolean started;

    Replica(
            @ConfigProperty(name = MAX_LIFETIME) Duration lifetime,
            DatabaseBounds bounds,
            ReplicaMeters meters,
            Vertx vertx) {
        this.address = bounds.replicaUrl().filter(text -> !text.isBlank()).map(ReplicaAddress::parse);
        this.lifetime = lifetime;
        this.bounds = bounds;
        this.meters = meters;
        this.vertx = vertx;
    }

    /** Whether a replica is configured. */
    public boolean isConfigured() {
        return address.isPresent();
    }

    /** The address of the replica. Options that its URL does not have are those of {@code primary}. Empty without a replica. */
    public Optional<PgConnectOptions> server(PgConnectOptions primary) {
        return address.map(found -> found.like(primary, bounds));
    }

    /** Connects to {@code server} after the start of the service, and compares its position with that of {@code primary}. */
    public synchronized void follow(ConnectionFactory server, SqlClient primary) {
        connect = () -> connected = new ReplicaConnections(server, primary, vertx, bounds, lifetime);
        connectIfStarted();
    }

    /** Not earlier, because the metrics must be registered before the first connection. */
    synchronized void start(@Observes StartupEvent start) {
        started = true;
        meters.register(this::lagNanos);
        connectIfStarted();
    }

    @PreDestroy
    void stop() {
        ReplicaConnections ended = connected;
        if (ended != null) {
            ended.stop();
        }
    }

    private long lagNanos() {
        ReplicaConnections replica = connected;
        return replica == null ? 0 : replica.lagNanos();
    }

    private void connectIfStarted() {
        if (started) {
            connect.run();
            connect = () -> {};
        }
    }

    /**
     * Runs a statement that only reads, on the replica if {@code consistency} allows it.
     *
     * @param values creates the parameters of the statement for each attempt
     * @param onPrimary runs the same statement on the primary
     */
    public Future<RowSet<Row>> read(
            ReadConsistency consistency,
            String statement,
            Supplier<Tuple> values,
            Supplier<Future<RowSet<Row>>> onPrimary) {
        ReplicaConnections replica = connected;
        if (replica == null || consistency.isOnPrimary()) {
            return onPrimary.get();
        }
        Optional<ReplicaConnection> connection = replica.current(consistency);
        if (connection.isEmpty()) {
            return fallBack(Outcome.LAG, consistency, onPrimary);
        }
        return inThisContext(connection.get().read(statement, values.get(), consistency.position()))
                .compose(
                        rows -> {
                            if (rows.isEmpty()) {
                                return fallBack(Outcome.TOKEN, consistency, onPrimary);
                            }
                            meters.count(Outcome.REPLICA);
                            return Future.succeededFuture(rows.get());
                        },
                        failure -> ResultMemory.isCurrentExhausted()
                                ? Future.failedFuture(failure)
                                : fallBack(Outcome.FAILURE, consistency, onPrimary));
    }

    /**
     * The token of the writes that {@code commits} has recorded. If it has recorded none, reads the current position of the primary.
     */
    public Future<ConsistencyToken> token(CommitPositions commits) {
        ReplicaConnections replica = connected;
        if (replica == null || commits.token().isPresent()) {
            return Future.succeededFuture(commits.token().orElse(ConsistencyToken.UNKNOWN));
        }
        return replica.primaryPosition().map(ConsistencyToken::new).otherwise(ConsistencyToken.UNKNOWN);
    }

    private Future<RowSet<Row>> fallBack(
            Outcome why, ReadConsistency consistency, Supplier<Future<RowSet<Row>>> onPrimary) {
        meters.count(why);
        consistency.stayOnPrimary();
        return onPrimary.get();
    }

    /** Switches from the event loop of the connection to the context of the request. */
    private <T> Future<T> inThisContext(Future<T> result) {
        Promise<T> here = ((ContextInternal) vertx.getOrCreateContext()).promise();
        result.onComplete(here);
        return here.future();
    }
}

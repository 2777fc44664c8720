package io.useradmin.database.replica;

import io.quarkus.runtime.StartupEvent;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.database.ReactiveUrl;
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
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * The replica at {@code useradmin.database.replica-url}, if there is one. A read that it may not serve, or that fails there, goes to the primary.
 */
@Singleton
public class Replica {
    private static final String MAX_LIFETIME = "quarkus.datasource.reactive.max-lifetime";

    private final Optional<ReplicaAddress> address;
    private final DatabaseBounds bounds;
    private final Duration lifetime;
    private final ReplicaMeters meters;
    private volatile @Nullable Connected connected;
    private Runnable connect = () -> {};
    private boolean started;

    Replica(
            @ConfigProperty(name = ReactiveUrl.REPLICA_SETTING) Optional<String> url,
            @ConfigProperty(name = MAX_LIFETIME) Duration lifetime,
            DatabaseBounds bounds,
            ReplicaMeters meters) {
        this.address = url.filter(text -> !text.isBlank()).map(ReplicaAddress::parse);
        this.lifetime = lifetime;
        this.bounds = bounds;
        this.meters = meters;
    }

    private record Connected(ReplicaLanes lanes, SqlClient primary, Vertx vertx) {}

    /** Whether there is one. */
    public boolean isConfigured() {
        return address.isPresent();
    }

    /** How to connect to it: what its address does not say is as for {@code primary}. Empty if there is none. */
    public Optional<PgConnectOptions> server(PgConnectOptions primary) {
        return address.map(found -> found.like(primary, bounds));
    }

    /** Connects to {@code server} when the service has started, and compares it with {@code primary}. */
    public synchronized void follow(PgConnectOptions server, SqlClient primary, Vertx vertx) {
        connect = () -> {
            var lanes = new ReplicaLanes(server, primary, vertx, bounds, lifetime);
            connected = new Connected(lanes, primary, vertx);
        };
        connectIfStarted();
    }

    /** Connections before this would be counted before it is known what is counted. */
    synchronized void start(@Observes StartupEvent start) {
        started = true;
        meters.register(this::lagNanos);
        connectIfStarted();
    }

    @PreDestroy
    void stop() {
        Connected ended = connected;
        if (ended != null) {
            ended.lanes.stop();
        }
    }

    private long lagNanos() {
        Connected replica = connected;
        return replica == null ? 0 : replica.lanes.lagNanos();
    }

    private void connectIfStarted() {
        if (started) {
            connect.run();
            connect = () -> {};
        }
    }

    /**
     * Runs a statement that only reads, on the replica if {@code demand} allows it.
     *
     * @param values makes the parameters of the statement, for each attempt
     * @param onPrimary runs the same statement on the primary
     */
    public Future<RowSet<Row>> read(
            ReadDemand demand, String statement, Supplier<Tuple> values, Supplier<Future<RowSet<Row>>> onPrimary) {
        Connected replica = connected;
        if (replica == null || demand.isOnPrimary()) {
            return onPrimary.get();
        }
        Optional<ReplicaLink> link = replica.lanes.current(demand.position());
        if (link.isEmpty()) {
            return fallBack(Outcome.LAG, demand, onPrimary);
        }
        if (!link.get().isComparable(demand.position())) {
            return fallBack(Outcome.TOKEN, demand, onPrimary);
        }
        return inThisContext(link.get().read(statement, values.get(), demand.position()), replica.vertx)
                .compose(
                        rows -> {
                            if (rows.isEmpty()) {
                                return fallBack(Outcome.TOKEN, demand, onPrimary);
                            }
                            meters.count(Outcome.REPLICA);
                            return Future.succeededFuture(rows.get());
                        },
                        _ -> fallBack(Outcome.FAILURE, demand, onPrimary));
    }

    /** The token of the writes that {@code mark} has noted. If it has noted none, the primary is asked where it is now. */
    public Future<ConsistencyToken> token(CommitMark mark) {
        Connected replica = connected;
        if (replica == null || mark.token().isPresent()) {
            return Future.succeededFuture(mark.token().orElse(ConsistencyToken.UNKNOWN));
        }
        return replica.primary
                .preparedQuery(WalPosition.OF_PRIMARY)
                .execute()
                .map(rows -> new ConsistencyToken(WalPosition.ofPrimary(rows)))
                .otherwise(ConsistencyToken.UNKNOWN);
    }

    private Future<RowSet<Row>> fallBack(Outcome why, ReadDemand demand, Supplier<Future<RowSet<Row>>> onPrimary) {
        meters.count(why);
        demand.stayOnPrimary();
        return onPrimary.get();
    }

    /** The connections have event loops of their own, and what follows belongs to the request. */
    private static <T> Future<T> inThisContext(Future<T> result, Vertx vertx) {
        Promise<T> here = ((ContextInternal) vertx.getOrCreateContext()).promise();
        result.onComplete(here);
        return here.future();
    }
}

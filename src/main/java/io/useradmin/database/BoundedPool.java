package io.useradmin.database;

import io.quarkus.arc.ClientProxy;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.useradmin.database.replica.Replica;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.impl.PgPoolOptions;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Creates the pool, the {@link Pipelined} client and the connections to the {@link Replica}. It adds timeouts and limits, for
 * which Quarkus has no settings, so that nothing waits forever for PostgreSQL: not for a connection, not in a queue, not for a
 * response.
 */
@Singleton
class BoundedPool implements PgPoolCreator {
    private final DatabaseBounds bounds;
    private final DatabaseTls tls;
    private final Instance<DatabasePreparation> preparation;
    private final Replica replica;
    private final Citus citus;
    private @Nullable SqlClient pipelined;

    BoundedPool(
            DatabaseBounds bounds,
            DatabaseTls tls,
            Instance<DatabasePreparation> preparation,
            Replica replica,
            Citus citus) {
        this.bounds = bounds;
        this.tls = tls;
        this.preparation = preparation;
        this.replica = replica;
        this.citus = citus;
    }

    @Override
    public Pool create(Input input) {
        List<PgConnectOptions> servers = input.pgConnectOptionsList();
        preparation.forEach(each -> each.prepare(servers.getFirst()));
        servers.forEach(this::bound);
        Optional<PgConnectOptions> standby = replica.server(servers.getFirst());
        servers.forEach(tls::apply);
        var shared = new PgPoolOptions(bound(new PoolOptions(input.poolOptions()))
                        .setMaxSize(bounds.readConnections())
                        .setName(Pipelined.NAME))
                .setPipelined(true);
        SqlClient reads = pool(servers, shared, input.vertx());
        pipelined = reads;
        standby.ifPresent(server -> {
            tls.apply(server);
            Future<PgConnectOptions> only = Future.succeededFuture(server);
            replica.follow(new CheckedConnections(input.vertx(), () -> only, citus), reads);
        });
        return new JoiningPool(pool(servers, bound(input.poolOptions()), input.vertx()), citus);
    }

    private Pool pool(List<PgConnectOptions> servers, PoolOptions options, Vertx vertx) {
        return ClientBuilder.pool(new CheckedDriver(citus))
                .connectingTo(List.<SqlConnectOptions>copyOf(servers))
                .with(options)
                .using(vertx)
                .build();
    }

    /** Quarkus creates the pool on first use. */
    @Produces
    @Singleton
    @Pipelined
    SqlClient pipelined(Pool pool) {
        ClientProxy.unwrap(pool);
        return Objects.requireNonNull(pipelined, "the pool was not created before");
    }

    private PoolOptions bound(PoolOptions pool) {
        return pool.setMaxWaitQueueSize(bounds.maxWaiting())
                .setConnectionTimeout(millis(bounds.acquireTimeout()))
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    private void bound(PgConnectOptions server) {
        server.setConnectTimeout(millis(bounds.acquireTimeout()))
                .setTcpKeepAlive(true)
                .setIdleTimeout(millis(bounds.silenceTimeout()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setPreparedStatementCacheSqlFilter(statement -> !CustomPlan.isNeeded(statement));
        if (bounds.statementTimeout().isPositive()) {
            String most = Long.toString(bounds.statementTimeout().toMillis());
            server.addProperty("statement_timeout", most).addProperty("idle_in_transaction_session_timeout", most);
        }
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}

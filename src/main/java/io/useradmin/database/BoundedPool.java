package io.useradmin.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes the pool so that nothing waits for PostgreSQL without end: neither for a connection nor in a queue nor for an answer,
 * on either side of the line. The framework's settings have no word for these bounds.
 */
@Singleton
class BoundedPool implements PgPoolCreator {
    private final DatabaseBounds bounds;
    private final Instance<DatabasePreparation> preparation;

    BoundedPool(DatabaseBounds bounds, Instance<DatabasePreparation> preparation) {
        this.bounds = bounds;
        this.preparation = preparation;
    }

    @Override
    public Pool create(Input input) {
        List<PgConnectOptions> servers = input.pgConnectOptionsList();
        preparation.forEach(each -> each.prepare(servers.getFirst()));
        servers.forEach(this::bound);
        return PgDriver.INSTANCE.createPool(input.vertx(), servers, bound(input.poolOptions()));
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
                .setPreparedStatementCacheSqlFilter(statement -> !PlannedAnew.isAsked(statement));
        if (bounds.statementTimeout().isPositive()) {
            String most = Long.toString(bounds.statementTimeout().toMillis());
            server.addProperty("statement_timeout", most).addProperty("idle_in_transaction_session_timeout", most);
        }
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}

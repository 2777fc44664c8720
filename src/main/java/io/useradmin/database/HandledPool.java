package io.useradmin.database;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * A pool whose connections have an exception handler. Without one, the client prints the stack trace of whatever breaks a connection
 * to standard error, where it is no line of the JSON log. Whoever uses the connection gets the failure in any case.
 */
record HandledPool(Pool pool) implements Pool {
    private static final Logger LOG = Logger.getLogger(HandledPool.class);

    @Override
    public void getConnection(Handler<AsyncResult<SqlConnection>> handler) {
        getConnection().onComplete(handler);
    }

    @Override
    public Future<SqlConnection> getConnection() {
        return pool.getConnection()
                .onSuccess(connection -> connection.exceptionHandler(
                        failure -> LOG.debugf("a connection broke: %s", failure.getClass())));
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return pool.query(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return pool.preparedQuery(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return pool.preparedQuery(sql, options);
    }

    @Override
    public void close(Handler<AsyncResult<Void>> handler) {
        pool.close(handler);
    }

    @Override
    public Future<Void> close() {
        return pool.close();
    }

    @Override
    @Deprecated
    public Pool connectHandler(Handler<SqlConnection> handler) {
        return new HandledPool(pool.connectHandler(handler));
    }

    @Override
    @Deprecated
    public Pool connectionProvider(Function<Context, Future<SqlConnection>> provider) {
        return new HandledPool(pool.connectionProvider(provider));
    }

    @Override
    public int size() {
        return pool.size();
    }
}

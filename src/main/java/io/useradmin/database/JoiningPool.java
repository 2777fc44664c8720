package io.useradmin.database;

import io.useradmin.database.replica.CommitPositions;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.pgclient.PgPool;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;
import java.util.function.Function;

/**
 * The pool for writes. Within a {@link RequestTransaction}, a request always gets the connection of that transaction. If the
 * request has a {@link CommitPositions}, its commits are recorded there. On {@link Citus}, the connections rewrite the statements. The
 * type is deprecated, but Quarkus casts the pool to it.
 */
@SuppressWarnings("deprecation")
record JoiningPool(Pool pool, Citus citus) implements PgPool {
    @Override
    public Future<SqlConnection> getConnection() {
        return RequestTransaction.current()
                .<Future<SqlConnection>>map(connection -> Future.succeededFuture(new JoinedConnection(connection)))
                .orElseGet(() -> recorded(open()));
    }

    @Override
    public void getConnection(Handler<AsyncResult<SqlConnection>> handler) {
        getConnection().onComplete(handler);
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return client().query(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return preparedQuery(sql, new PrepareOptions());
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        Optional<SqlConnection> joined = RequestTransaction.current();
        if (joined.isPresent()) {
            return joined.get().preparedQuery(sql, options);
        }
        return citus.isRuledOut() && CommitPositions.current().isEmpty()
                ? pool.preparedQuery(sql, options)
                : LentQuery.of(sql, options, this::onConnection);
    }

    @Override
    public Future<Void> close() {
        return pool.close();
    }

    @Override
    public void close(Handler<AsyncResult<Void>> handler) {
        pool.close(handler);
    }

    @Override
    public PgPool connectHandler(Handler<SqlConnection> handler) {
        pool.connectHandler(handler);
        return this;
    }

    @Override
    public PgPool connectionProvider(Function<io.vertx.core.Context, Future<SqlConnection>> provider) {
        pool.connectionProvider(provider);
        return this;
    }

    @Override
    public int size() {
        return pool.size();
    }

    private <T> Future<T> onConnection(Function<SqlConnection, Future<T>> action) {
        // The inner compose turns an exception of the action into a failure, so that the connection is always closed.
        return getConnection()
                .compose(open -> Future.succeededFuture(open).compose(action).eventually(() -> open.close()));
    }

    private Future<SqlConnection> open() {
        Future<SqlConnection> opened = pool.getConnection();
        return citus.isRuledOut() ? opened : opened.compose(citus::on);
    }

    private static Future<SqlConnection> recorded(Future<SqlConnection> connection) {
        return CommitPositions.current()
                .map(positions -> connection.<SqlConnection>map(open -> new RecordingConnection(open, positions)))
                .orElse(connection);
    }

    private SqlClient client() {
        return RequestTransaction.current()
                .<SqlClient>map(connection -> connection)
                .orElse(pool);
    }
}

package io.useradmin.database;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.spi.DatabaseMetadata;
import org.jspecify.annotations.Nullable;

/** Forwards everything to another connection. */
class ForwardingConnection implements SqlConnection {
    final SqlConnection connection;

    ForwardingConnection(SqlConnection connection) {
        this.connection = connection;
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return connection.query(sql);
    }

    @Override
    public final PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return preparedQuery(sql, new PrepareOptions());
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return connection.preparedQuery(sql, options);
    }

    @Override
    public final Future<PreparedStatement> prepare(String sql) {
        return prepare(sql, new PrepareOptions());
    }

    @Override
    public Future<PreparedStatement> prepare(String sql, PrepareOptions options) {
        return connection.prepare(sql, options);
    }

    @Override
    public final SqlConnection prepare(String sql, Handler<AsyncResult<PreparedStatement>> handler) {
        prepare(sql).onComplete(handler);
        return this;
    }

    @Override
    public final SqlConnection prepare(
            String sql, PrepareOptions options, Handler<AsyncResult<PreparedStatement>> handler) {
        prepare(sql, options).onComplete(handler);
        return this;
    }

    @Override
    public Future<Transaction> begin() {
        return connection.begin();
    }

    @Override
    public final void begin(Handler<AsyncResult<Transaction>> handler) {
        begin().onComplete(handler);
    }

    @Override
    public @Nullable Transaction transaction() {
        return connection.transaction();
    }

    @Override
    public Future<Void> close() {
        return connection.close();
    }

    @Override
    public final void close(Handler<AsyncResult<Void>> handler) {
        close().onComplete(handler);
    }

    @Override
    public SqlConnection exceptionHandler(Handler<Throwable> handler) {
        connection.exceptionHandler(handler);
        return this;
    }

    @Override
    public SqlConnection closeHandler(Handler<Void> handler) {
        connection.closeHandler(handler);
        return this;
    }

    @Override
    public boolean isSSL() {
        return connection.isSSL();
    }

    @Override
    public DatabaseMetadata databaseMetadata() {
        return connection.databaseMetadata();
    }
}

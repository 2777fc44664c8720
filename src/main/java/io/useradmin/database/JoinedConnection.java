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

/**
 * The connection of a {@link RequestTransaction} for code that joins it. That code can neither end the transaction nor close the
 * connection.
 */
final class JoinedConnection implements SqlConnection {
    private final SqlConnection connection;
    private @Nullable Transaction transaction;

    JoinedConnection(SqlConnection connection) {
        this.connection = connection;
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return connection.query(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return connection.preparedQuery(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return connection.preparedQuery(sql, options);
    }

    @Override
    public Future<PreparedStatement> prepare(String sql) {
        return connection.prepare(sql);
    }

    @Override
    public Future<PreparedStatement> prepare(String sql, PrepareOptions options) {
        return connection.prepare(sql, options);
    }

    @Override
    public SqlConnection prepare(String sql, Handler<AsyncResult<PreparedStatement>> handler) {
        prepare(sql).onComplete(handler);
        return this;
    }

    @Override
    public SqlConnection prepare(String sql, PrepareOptions options, Handler<AsyncResult<PreparedStatement>> handler) {
        prepare(sql, options).onComplete(handler);
        return this;
    }

    @Override
    public Future<Transaction> begin() {
        transaction = new JoinedTransaction();
        return Future.succeededFuture(transaction);
    }

    @Override
    public void begin(Handler<AsyncResult<Transaction>> handler) {
        begin().onComplete(handler);
    }

    @Override
    public @Nullable Transaction transaction() {
        return transaction;
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }

    @Override
    public void close(Handler<AsyncResult<Void>> handler) {
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

    /** A transaction of the joining code. Its commit does nothing, and its failure fails the request's transaction. */
    private final class JoinedTransaction implements Transaction {
        @Override
        public Future<Void> commit() {
            transaction = null;
            return Future.succeededFuture();
        }

        @Override
        public void commit(Handler<AsyncResult<Void>> handler) {
            commit().onComplete(handler);
        }

        @Override
        public Future<Void> rollback() {
            transaction = null;
            return Future.succeededFuture();
        }

        @Override
        public void rollback(Handler<AsyncResult<Void>> handler) {
            rollback().onComplete(handler);
        }

        @Override
        public Future<Void> completion() {
            return Future.succeededFuture();
        }

        @Override
        public void completion(Handler<AsyncResult<Void>> handler) {
            completion().onComplete(handler);
        }
    }
}

package io.useradmin.database;

import io.useradmin.database.replica.CommitMark;
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

/** A pool connection of a request, whose commits are recorded. */
final class MarkedConnection implements SqlConnection {
    private final SqlConnection connection;
    private final CommitMark mark;
    private @Nullable Transaction transaction;

    MarkedConnection(SqlConnection connection, CommitMark mark) {
        this.connection = connection;
        this.mark = mark;
    }

    /** The connection itself, for callers that record the commits themselves. */
    SqlConnection unmarked() {
        return connection;
    }

    @Override
    public Query<RowSet<Row>> query(String sql) {
        return connection.query(sql);
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
        return preparedQuery(sql, new PrepareOptions());
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return connection.transaction() == null
                ? new MarkedQuery(sql, options, action -> action.apply(connection), mark)
                : connection.preparedQuery(sql, options);
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
        return connection.begin().map(begun -> {
            transaction = new MarkedTransaction(begun);
            return transaction;
        });
    }

    @Override
    public void begin(Handler<AsyncResult<Transaction>> handler) {
        begin().onComplete(handler);
    }

    @Override
    public @Nullable Transaction transaction() {
        return connection.transaction() == null ? null : transaction;
    }

    @Override
    public Future<Void> close() {
        return connection.close();
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

    private final class MarkedTransaction implements Transaction {
        private final Transaction begun;

        private MarkedTransaction(Transaction begun) {
            this.begun = begun;
        }

        @Override
        public Future<Void> commit() {
            return mark.after(begun.commit(), connection);
        }

        @Override
        public void commit(Handler<AsyncResult<Void>> handler) {
            commit().onComplete(handler);
        }

        @Override
        public Future<Void> rollback() {
            return begun.rollback();
        }

        @Override
        public void rollback(Handler<AsyncResult<Void>> handler) {
            rollback().onComplete(handler);
        }

        @Override
        public Future<Void> completion() {
            return begun.completion();
        }

        @Override
        public void completion(Handler<AsyncResult<Void>> handler) {
            completion().onComplete(handler);
        }
    }
}

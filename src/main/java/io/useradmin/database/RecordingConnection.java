package io.useradmin.database;

import io.useradmin.database.replica.CommitPositions;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A pool connection of a request, whose commits are recorded. */
final class RecordingConnection extends ForwardingConnection {
    private final CommitPositions positions;
    private @Nullable Transaction transaction;

    RecordingConnection(SqlConnection connection, CommitPositions positions) {
        super(connection);
        this.positions = positions;
    }

    /** The connection itself, for callers that record the commits themselves. */
    SqlConnection unrecorded() {
        return connection;
    }

    @Override
    public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
        return connection.transaction() == null
                ? LentQuery.of(sql, options, this::recorded)
                : connection.preparedQuery(sql, options);
    }

    private <T> Future<T> recorded(Function<SqlConnection, Future<T>> action) {
        return positions.after(action.apply(connection), connection);
    }

    @Override
    public Future<Transaction> begin() {
        return connection.begin().map(begun -> {
            transaction = new RecordingTransaction(begun);
            return transaction;
        });
    }

    @Override
    public @Nullable Transaction transaction() {
        return connection.transaction() == null ? null : transaction;
    }

    private final class RecordingTransaction implements Transaction {
        private final Transaction begun;

        private RecordingTransaction(Transaction begun) {
            this.begun = begun;
        }

        @Override
        public Future<Void> commit() {
            return positions.after(begun.commit(), connection);
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

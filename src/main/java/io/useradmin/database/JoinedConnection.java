package io.useradmin.database;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a {@link RequestTransaction} for code that joins it. That code can neither end the transaction nor close the
 * connection.
 */
final class JoinedConnection extends ForwardingConnection {
    private @Nullable Transaction transaction;

    JoinedConnection(SqlConnection connection) {
        super(connection);
    }

    @Override
    public Future<Transaction> begin() {
        transaction = new JoinedTransaction();
        return Future.succeededFuture(transaction);
    }

    @Override
    public @Nullable Transaction transaction() {
        return transaction;
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
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

package io.useradmin.database;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collector;

/**
 * A statement in its own transaction, on a connection that is lent when the statement is executed.
 *
 * @param connection lends the connection of the statement
 */
record LentQuery(String sql, PrepareOptions options, Connection connection) implements PreparedQuery<RowSet<Row>> {
    /** Lends the connection while an action runs on it. */
    @FunctionalInterface
    interface Connection {
        Future<RowSet<Row>> with(Function<SqlConnection, Future<RowSet<Row>>> action);
    }

    @Override
    public Future<RowSet<Row>> execute() {
        return lent(PreparedQuery::execute);
    }

    @Override
    public Future<RowSet<Row>> execute(Tuple values) {
        return lent(query -> query.execute(values));
    }

    @Override
    public Future<RowSet<Row>> executeBatch(List<Tuple> batch) {
        return lent(query -> query.executeBatch(batch));
    }

    @Override
    public void execute(Handler<AsyncResult<RowSet<Row>>> handler) {
        execute().onComplete(handler);
    }

    @Override
    public void execute(Tuple values, Handler<AsyncResult<RowSet<Row>>> handler) {
        execute(values).onComplete(handler);
    }

    @Override
    public void executeBatch(List<Tuple> batch, Handler<AsyncResult<RowSet<Row>>> handler) {
        executeBatch(batch).onComplete(handler);
    }

    @Override
    public <R> PreparedQuery<SqlResult<R>> collecting(Collector<Row, ?, R> collector) {
        throw new UnsupportedOperationException("not implemented");
    }

    @Override
    public <U> PreparedQuery<RowSet<U>> mapping(Function<Row, U> mapper) {
        throw new UnsupportedOperationException("not implemented");
    }

    private Future<RowSet<Row>> lent(Function<PreparedQuery<RowSet<Row>>, Future<RowSet<Row>>> execution) {
        return connection.with(open -> execution.apply(open.preparedQuery(sql, options)));
    }
}

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
 * @param conversion converts the rows of the statement on this connection
 * @param <T> the type of the result
 */
record LentQuery<T>(
        String sql,
        PrepareOptions options,
        Connection connection,
        Function<PreparedQuery<RowSet<Row>>, PreparedQuery<T>> conversion)
        implements PreparedQuery<T> {
    /** Lends the connection while an action runs on it. */
    interface Connection {
        <T> Future<T> with(Function<SqlConnection, Future<T>> action);
    }

    /** A query for the rows as they are. */
    static LentQuery<RowSet<Row>> of(String sql, PrepareOptions options, Connection connection) {
        return new LentQuery<>(sql, options, connection, Function.identity());
    }

    @Override
    public Future<T> execute() {
        return lent(PreparedQuery::execute);
    }

    @Override
    public Future<T> execute(Tuple values) {
        return lent(query -> query.execute(values));
    }

    @Override
    public Future<T> executeBatch(List<Tuple> batch) {
        return lent(query -> query.executeBatch(batch));
    }

    @Override
    public void execute(Handler<AsyncResult<T>> handler) {
        execute().onComplete(handler);
    }

    @Override
    public void execute(Tuple values, Handler<AsyncResult<T>> handler) {
        execute(values).onComplete(handler);
    }

    @Override
    public void executeBatch(List<Tuple> batch, Handler<AsyncResult<T>> handler) {
        executeBatch(batch).onComplete(handler);
    }

    @Override
    public <R> PreparedQuery<SqlResult<R>> collecting(Collector<Row, ?, R> collector) {
        return new LentQuery<>(sql, options, connection, query -> query.collecting(collector));
    }

    @Override
    public <U> PreparedQuery<RowSet<U>> mapping(Function<Row, U> mapper) {
        return new LentQuery<>(sql, options, connection, query -> query.mapping(mapper));
    }

    private Future<T> lent(Function<PreparedQuery<T>, Future<T>> execution) {
        return connection.with(open -> execution.apply(conversion.apply(open.preparedQuery(sql, options))));
    }
}

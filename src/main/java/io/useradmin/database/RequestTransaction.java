package io.useradmin.database;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.database.replica.CommitPositions;
import io.useradmin.shared.ContextAttribute;
import io.useradmin.shared.CurrentContext;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One transaction for all database work of a request, including its reads. Direct statements and Panache sessions join it: while
 * it runs, {@link JoiningPool} returns its connection, and {@link DirectStatements} reads on it.
 */
@Singleton
public class RequestTransaction {
    private static final ContextAttribute<SqlConnection> CONNECTION = ContextAttribute.of(SqlConnection.class);

    private final Pool pool;

    RequestTransaction(Pool pool) {
        this.pool = pool;
    }

    /** Runs {@code work} in a transaction, which is committed if {@code work} succeeds and otherwise rolled back. */
    public <T> Uni<T> run(Supplier<Uni<T>> work) {
        return toUni(pool::getConnection).flatMap(connection -> run(unrecorded(connection), work));
    }

    /** Runs {@code work} in a savepoint. If it fails, only its changes are rolled back, and the transaction can continue. */
    public <T> Uni<T> attempt(Supplier<Uni<T>> work) {
        SqlConnection connection = current().orElseThrow();
        return command(connection, "savepoint attempt")
                .chain(() -> work.get())
                .onFailure()
                .call(() -> command(connection, "rollback to savepoint attempt"));
    }

    /** The connection of the current request's transaction, if there is one. */
    static Optional<SqlConnection> current() {
        return CONNECTION.find();
    }

    /** Only the commit of the whole transaction is recorded, not those of its parts. */
    private static SqlConnection unrecorded(SqlConnection connection) {
        return connection instanceof RecordingConnection recorded ? recorded.unrecorded() : connection;
    }

    private static <T> Uni<T> run(SqlConnection connection, Supplier<Uni<T>> work) {
        Context context = CurrentContext.ofRequest();
        CONNECTION.set(connection);
        return command(connection, "begin")
                .chain(() -> work.get())
                .call(() -> commit(connection))
                .onFailure()
                .call(() -> command(connection, "rollback").onFailure().recoverWithNull())
                .eventually(() -> {
                    CONNECTION.removeFrom(context);
                    return toUni(connection::close);
                });
    }

    private static Uni<Void> commit(SqlConnection connection) {
        return toUni(() -> {
                    Future<RowSet<Row>> commit = connection.query("commit").execute();
                    return CommitPositions.current()
                            .map(positions -> positions.after(commit, connection))
                            .orElse(commit);
                })
                .replaceWithVoid();
    }

    private static Uni<Void> command(SqlConnection connection, String command) {
        return toUni(() -> connection.query(command).execute()).replaceWithVoid();
    }

    private static <T> Uni<T> toUni(Supplier<Future<T>> action) {
        return AsyncResultUni.toUni(handler -> action.get().onComplete(handler));
    }
}

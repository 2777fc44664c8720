package io.useradmin.database;

import io.useradmin.shared.ComputedOnce;
import io.useradmin.shared.TenantNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the database is Citus, and rewrites statements for it ({@link TenantNode}). It asks the database until it has an
 * answer. Each readiness check asks again, because an operator may install Citus while the service runs.
 */
@Singleton
class Citus {
    /** A condition in SQL. */
    static final String IS_THERE = "to_regclass('pg_dist_node') is not null";

    private final ComputedOnce<String, String> rewritten = new ComputedOnce<>(TenantNode::onCitus);
    private volatile @Nullable Boolean isThere;

    /** The database has answered that it is not Citus. */
    boolean isRuledOut() {
        return Boolean.FALSE.equals(isThere);
    }

    /** The database has answered that it is Citus. */
    boolean isConfirmed() {
        return Boolean.TRUE.equals(isThere);
    }

    /** Uses {@code client} only if the answer is not known. */
    Future<Boolean> isThere(SqlClient client) {
        Boolean known = isThere;
        return known != null
                ? Future.succeededFuture(known)
                : client.query("select " + IS_THERE)
                        .execute()
                        .map(rows -> rows.iterator().next().getBoolean(0))
                        .onSuccess(this::note);
    }

    /** Records an answer to {@link #IS_THERE}. */
    void note(boolean answer) {
        isThere = answer;
    }

    /** The connection for writes, once the answer is known. On Citus it rewrites its statements. If it fails, it is closed. */
    Future<SqlConnection> on(SqlConnection connection) {
        return isThere(connection)
                .<SqlConnection>map(there -> there ? new Rewriting(connection) : connection)
                .onFailure(_ -> connection.close());
    }

    private final class Rewriting extends ForwardingConnection {
        private Rewriting(SqlConnection connection) {
            super(connection);
        }

        @Override
        public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
            return connection.preparedQuery(rewritten.get(sql), options);
        }

        @Override
        public Future<PreparedStatement> prepare(String sql, PrepareOptions options) {
            return connection.prepare(rewritten.get(sql), options);
        }
    }
}

package io.useradmin.database;

import io.useradmin.shared.TenantNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rewrites statements for Citus ({@link TenantNode}). Asks the database once whether it is Citus, and again only after a failure.
 * Until it answers, statements stay as they are. Then they work too, but on Citus they need all nodes.
 */
final class CitusStatements {
    private final SqlClient client;
    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final Map<String, String> rewritten = new ConcurrentHashMap<>();
    private volatile boolean isCitus;

    CitusStatements(SqlClient client) {
        this.client = client;
    }

    String of(String statement) {
        ask();
        return isCitus ? rewritten.computeIfAbsent(statement, TenantNode::onCitus) : statement;
    }

    /** A connection that rewrites its statements. */
    SqlConnection on(SqlConnection connection) {
        ask();
        return isCitus ? new Rewriting(connection) : connection;
    }

    private void ask() {
        if (!isAsked.get() && isAsked.compareAndSet(false, true)) {
            client.preparedQuery(CitusReader.FIND)
                    .execute()
                    .onSuccess(rows -> isCitus = rows.iterator().next().getBoolean(0))
                    .onFailure(_ -> isAsked.set(false));
        }
    }

    private final class Rewriting extends ForwardingConnection {
        private Rewriting(SqlConnection connection) {
            super(connection);
        }

        @Override
        public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
            return connection.preparedQuery(of(sql), options);
        }

        @Override
        public Future<PreparedStatement> prepare(String sql, PrepareOptions options) {
            return connection.prepare(of(sql), options);
        }
    }
}

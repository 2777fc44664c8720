package io.useradmin.database;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.command.CommandBase;
import io.vertx.sqlclient.spi.DatabaseMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A pool connection in use, on which nothing succeeds any more once it broke. The driver (Vert.x 4.5, {@code PgDecoder}) takes errors with the
 * states 57P01, 57P05 and 25P03 for the end of the connection, and not for the response to the statement under way. PostgreSQL closes the
 * connection then. A coordinator of Citus, which passes on such an error of another node, does not: a commit that failed would look
 * like one that succeeded.
 */
final class CheckedConnection implements Connection {
    private final Connection connection;
    private volatile @Nullable Throwable failure;

    CheckedConnection(Connection connection) {
        this.connection = connection;
    }

    /** Notes that the connection broke. */
    void broke(Throwable cause) {
        failure = cause;
    }

    @Override
    public <R> Future<R> schedule(ContextInternal context, CommandBase<R> command) {
        return connection.schedule(context, command).compose(result -> {
            Throwable broken = failure;
            return broken == null ? Future.succeededFuture(result) : Future.failedFuture(broken);
        });
    }

    @Override
    public boolean isIndeterminatePreparedStatementError(Throwable error) {
        return connection.isIndeterminatePreparedStatementError(error);
    }

    @Override
    public int pipeliningLimit() {
        return connection.pipeliningLimit();
    }

    @Override
    public TracingPolicy tracingPolicy() {
        return connection.tracingPolicy();
    }

    @Override
    public SocketAddress server() {
        return connection.server();
    }

    @Override
    public String system() {
        return connection.system();
    }

    @Override
    public String database() {
        return connection.database();
    }

    @Override
    public String user() {
        return connection.user();
    }

    @Override
    public ClientMetrics<?, ?, ?, ?> metrics() {
        return connection.metrics();
    }

    @Override
    public void init(Holder holder) {
        connection.init(holder);
    }

    @Override
    public boolean isSsl() {
        return connection.isSsl();
    }

    @Override
    public boolean isValid() {
        return connection.isValid();
    }

    @Override
    public DatabaseMetadata getDatabaseMetaData() {
        return connection.getDatabaseMetaData();
    }

    @Override
    public void close(Holder holder, Promise<Void> promise) {
        connection.close(holder, promise);
    }

    @Override
    public int getProcessId() {
        return connection.getProcessId();
    }

    @Override
    public int getSecretKey() {
        return connection.getSecretKey();
    }

    @Override
    public Connection unwrap() {
        return connection.unwrap();
    }
}

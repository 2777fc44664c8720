package io.useradmin.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import io.vertx.sqlclient.spi.ConnectionFactory;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Opens {@link CheckedConnections}, and logs at debug level if a connection breaks while in use. Without this handler, the driver
 * prints the stack trace to standard error (Vert.x 4.5, {@code SqlConnectionBase.handleException}), and Hibernate Reactive sets
 * no handler. The failed statement reports the failure anyway, so this line is only for debugging.
 */
final class CheckedDriver extends PgDriver {
    private static final Logger LOG = Logger.getLogger(CheckedDriver.class);

    private final Citus citus;

    CheckedDriver(Citus citus) {
        this.citus = citus;
    }

    @Override
    public ConnectionFactory createConnectionFactory(
            Vertx vertx, Supplier<? extends Future<? extends SqlConnectOptions>> servers) {
        return new CheckedConnections(vertx, servers, citus);
    }

    @Override
    public SqlConnectionInternal wrapConnection(
            ContextInternal context, ConnectionFactory factory, Connection connection) {
        SqlConnectionInternal held = super.wrapConnection(context, factory, connection);
        held.exceptionHandler(failure ->
                LOG.debugf("a connection broke: %s", failure.getClass().getName()));
        return held;
    }
}

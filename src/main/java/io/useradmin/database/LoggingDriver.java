package io.useradmin.database;

import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import io.vertx.sqlclient.spi.ConnectionFactory;
import org.jboss.logging.Logger;

/**
 * Logs at debug level that a connection broke while in use. Without this handler the driver prints the stack trace on standard
 * error (Vert.x 4.5, {@code SqlConnectionBase.handleException}); Hibernate Reactive sets no handler. The failed statement reports
 * the failure anyway, so this line is only for debugging. The connection is a {@link CheckedConnection}.
 */
final class LoggingDriver extends PgDriver {
    private static final Logger LOG = Logger.getLogger(LoggingDriver.class);

    @Override
    public SqlConnectionInternal wrapConnection(
            ContextInternal context, ConnectionFactory factory, Connection connection) {
        var checked = new CheckedConnection(connection);
        SqlConnectionInternal held = super.wrapConnection(context, factory, checked);
        held.exceptionHandler(failure -> {
            LOG.debugf("a connection broke: %s", failure.getClass().getName());
            checked.broke(failure);
        });
        return held;
    }
}

package io.useradmin.database;

import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import io.vertx.sqlclient.spi.ConnectionFactory;
import org.jboss.logging.Logger;

/**
 * Logs that a connection broke while somebody held it. The driver prints the stack trace on standard error instead, unless who holds
 * the connection sets a handler (Vert.x 4.5, {@code SqlConnectionBase.handleException}), and Hibernate Reactive sets none. Whoever
 * waits for an answer gets the failure besides, so that nobody needs this line but who debugs.
 */
final class LoggingDriver extends PgDriver {
    private static final Logger LOG = Logger.getLogger(LoggingDriver.class);

    @Override
    public SqlConnectionInternal wrapConnection(
            ContextInternal context, ConnectionFactory factory, Connection connection) {
        SqlConnectionInternal held = super.wrapConnection(context, factory, connection);
        held.exceptionHandler(failure ->
                LOG.debugf("a connection broke: %s", failure.getClass().getName()));
        return held;
    }
}

package io.useradmin.database;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.impl.Connection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import java.net.ConnectException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Opens connections and adds {@link SilenceGuard}, {@link WholeMessages} and {@link RelayedErrors} to them. */
final class CheckedConnections extends PgConnectionFactory {
    /** The names of the driver's handlers. */
    private static final String CODEC = "codec";

    private static final String LAST_HANDLER = "handler";

    private final Citus citus;
    private final Map<JsonObject, NetClient> clients = new ConcurrentHashMap<>();

    CheckedConnections(Vertx vertx, Supplier<? extends Future<? extends SqlConnectOptions>> servers, Citus citus) {
        super((VertxInternal) vertx, servers);
        this.citus = citus;
    }

    @Override
    protected Future<Connection> doConnectInternal(SqlConnectOptions server, ContextInternal context) {
        return super.doConnectInternal(server, context)
                .recover(CheckedConnections::refused)
                .map(connection -> {
                    ChannelPipeline pipeline = ((SocketConnectionBase) connection)
                            .socket()
                            .channelHandlerContext()
                            .pipeline();
                    // Not earlier: the answer to the request for TLS is not a message.
                    pipeline.addBefore(CODEC, WholeMessages.class.getName(), new WholeMessages());
                    pipeline.addBefore(LAST_HANDLER, RelayedErrors.class.getName(), new RelayedErrors(citus));
                    return connection;
                });
    }

    /** If PostgreSQL does not offer TLS, the driver fails with a plain exception, which says only in its message what it means. */
    private static Future<Connection> refused(Throwable failure) {
        return Future.failedFuture(
                failure.getClass().equals(Exception.class) ? new ConnectException(failure.getMessage()) : failure);
    }

    /** Like the driver: one client for equal options. */
    @Override
    protected NetClient netClient(NetClientOptions options) {
        NetClientOptions own = new NetClientOptions(options).setReconnectAttempts(0);
        if (own.getHostnameVerificationAlgorithm() == null) {
            own.setHostnameVerificationAlgorithm("");
        }
        return clients.computeIfAbsent(own.toJson(), _ -> SilenceGuard.client(vertx, own, clientCloseFuture));
    }
}

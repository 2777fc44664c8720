package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.SqlConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attempts to connect to a server that accepts connections but never responds. FailoverIT has one that stops responding. */
class SilenceGuardTest {
    private final Vertx vertx = Vertx.vertx();
    private ServerSocket silent;

    @BeforeEach
    void listen() throws Exception {
        silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws Exception {
        silent.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    @Test
    void endTheAttempt() throws Exception {
        CompletableFuture<SqlConnection> attempt = connect();

        try (Socket server = silent.accept()) {
            assertThatThrownBy(() -> attempt.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ClosedConnectionException.class);
            assertThat(server.isClosed()).isFalse();
        }
    }

    private CompletableFuture<SqlConnection> connect() {
        var options = new PgConnectOptions()
                .setHost(silent.getInetAddress().getHostAddress())
                .setPort(silent.getLocalPort())
                .setUser("nobody")
                .setDatabase("none")
                .setIdleTimeout(100)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        var context = ((VertxInternal) vertx).createEventLoopContext();
        return new CheckedConnections(vertx, () -> Future.succeededFuture(options), new Citus())
                .connect(context)
                .toCompletionStage()
                .toCompletableFuture();
    }
}

package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.SqlConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server does not respond, and does not close its connections. */
@Timeout(600)
class SilenceGuardTest {
    /** A server that works responds sooner, even on a busy machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void endsAnAttemptToConnect() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<SqlConnection> attempt = connect(silent.getLocalPort());

            try (Socket _ = silent.accept()) {
                assertThatThrownBy(attempt::get).hasCauseInstanceOf(ClosedConnectionException.class);
            }
        }
    }

    /** The driver's own timeout would begin again with each statement. */
    @Test
    void endsAStatementAlsoIfOthersFollow() throws Exception {
        var line = new TcpProxy(TestDatabase.port());
        try {
            SqlConnection connection = connect(line.port()).get();
            query(connection).get();
            line.delay(Duration.ofDays(1));

            CompletableFuture<?> statement = query(connection);
            while (!statement.isDone()) {
                LockSupport.parkNanos(TIMEOUT.dividedBy(4).toNanos());
                var _ = query(connection);
            }

            assertThatThrownBy(statement::get).hasCauseInstanceOf(ClosedConnectionException.class);
        } finally {
            line.cut();
        }
    }

    private CompletableFuture<SqlConnection> connect(int port) {
        var server = new PgConnectOptions()
                .setHost(InetAddress.getLoopbackAddress().getHostAddress())
                .setPort(port)
                .setUser(FreshDatabase.USER)
                .setPassword("postgres")
                .setDatabase("postgres")
                .setIdleTimeout(Math.toIntExact(TIMEOUT.toMillis()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        var context = ((VertxInternal) vertx).createEventLoopContext();
        return new CheckedConnections(vertx, () -> Future.succeededFuture(server), new Citus())
                .connect(context)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static CompletableFuture<?> query(SqlConnection connection) {
        return connection.query("select 1").execute().toCompletionStage().toCompletableFuture();
    }
}

package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.OutageLog;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The readiness check notices the beginning and the end of an outage. */
class OutageEndTest {
    private final FreshDatabase database = FreshDatabase.migrated();
    private final TcpProxy line = new TcpProxy(TestDatabase.port());
    private final Vertx vertx = Vertx.vertx();
    private final Pool pool = PgBuilder.pool()
            .connectingTo(
                    PgConnectOptions.fromUri("postgresql://localhost:%d/%s".formatted(line.port(), database.name()))
                            .setUser(FreshDatabase.USER)
                            .setPassword("postgres"))
            .using(vertx)
            .build();

    private long now;

    @AfterEach
    void close() {
        pool.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        line.cut();
        database.close();
    }

    @Test
    void isLogged() throws Exception {
        var readiness = new DatabaseReadiness(pool, pool, PatientBounds.read(), new OutageLog(() -> now), new Citus());
        try (CapturedLog log = CapturedLog.listen()) {
            line.cut();
            assertThat(status(readiness)).isEqualTo(Status.DOWN);
            assertThat(log.lines(OutageLog.class.getName()))
                    .singleElement()
                    .satisfies(begin -> assertThat(begin.text())
                            .startsWith("readiness probe: database unavailable, or a part of it: "));
            line.join();
            now += Duration.ofMinutes(1).toNanos();
            assertThat(status(readiness)).isEqualTo(Status.UP);
            assertThat(log.lines(OutageLog.class.getName()))
                    .hasSize(2)
                    .last()
                    .satisfies(end -> assertThat(end.text()).startsWith("database available: "));
        }
    }

    private static Status status(DatabaseReadiness readiness) {
        return readiness.call().await().indefinitely().getStatus();
    }
}

package io.useradmin.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ReconnectingReplicaTest {
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    @Inject
    Vertx vertx;

    /** Otherwise the primary would have to run these reads again. */
    @Test
    void anOldConnectionCompletesItsReads() throws Exception {
        var server = PgDriver.INSTANCE.createConnectionFactory(
                vertx,
                PgConnectOptions.fromUri(
                        "postgresql://postgres:postgres@localhost:" + TestDatabase.port() + "/postgres"));
        var replica = new ReconnectingReplica(
                ((VertxInternal) vertx).createEventLoopContext(),
                server,
                new PrimaryHistory(1),
                new ReconnectingReplica.Bounds(SILENCE_NANOS, 0));
        replica.tick();
        Await.until("the connection is open", () -> replica.connection().isPresent());
        ReplicaConnection connection = replica.connection().orElseThrow();

        // Together, but not each, they take longer than the longest silence.
        var reads = Stream.generate(
                        () -> connection.read("select pg_sleep(0.5)::text", Tuple.tuple(), Optional.empty()))
                .limit(8)
                .toList();
        replica.tick();
        Await.until(
                "the connection is old",
                () -> replica.connection().filter(connection::equals).isEmpty());

        assertThat(Future.join(reads)
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(1, TimeUnit.MINUTES)
                        .succeeded())
                .isTrue();
        replica.stop();
    }
}

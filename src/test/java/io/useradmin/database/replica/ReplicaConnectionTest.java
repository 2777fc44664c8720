package io.useradmin.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.testsupport.CountedMemory;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A connection to a server that is no standby, so that it covers no position. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ReplicaConnectionTest {
    private static final String LARGE = "select repeat('x', 100000) as text from generate_series(1, 10)";
    private static final WalPosition WANTED = new WalPosition(1, 1, 1);

    @Inject
    Vertx vertx;

    private final CountedMemory memory = new CountedMemory(Long.MAX_VALUE);

    @Test
    void aReadCounts() throws Throwable {
        run(connection -> replica(connection).read(LARGE, Tuple.tuple(), Optional.empty()));

        assertThat(memory.bytes()).isPositive();
    }

    @Test
    void aReadBeforeThePositionThatItNeedsDoesNotCount() throws Throwable {
        run(connection -> {
            ReplicaConnection replica = replica(connection);
            var read = replica.read(LARGE, Tuple.tuple(), Optional.of(WANTED));
            // The response to this query comes after the rows.
            return replica.queryPosition().compose(_ -> read);
        });

        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aReadThatIsAbandonedDoesNotCount() throws Throwable {
        run(connection -> {
            Promise<Void> closed = Promise.promise();
            connection.closeHandler(closed::tryComplete);
            ReplicaConnection replica = replica(connection);
            var read = replica.read(LARGE, Tuple.tuple(), Optional.empty());
            replica.abandon();
            return closed.future().compose(_ -> read).otherwiseEmpty();
        });

        assertThat(memory.bytes()).isZero();
    }

    private static ReplicaConnection replica(PgConnection connection) {
        return new ReplicaConnection(connection, new PrimaryHistory(1));
    }

    private <T> void run(Function<PgConnection, Future<T>> reads) throws Throwable {
        var server = PgConnectOptions.fromUri(
                "postgresql://postgres:postgres@localhost:" + TestDatabase.port() + "/postgres");
        VertxContextSupport.subscribeAndAwait(() -> AsyncResultUni.<T>toUni(ended -> PgConnection.connect(vertx, server)
                .compose(connection -> {
                    memory.begin();
                    return reads.apply(connection).eventually(() -> connection.close());
                })
                .onComplete(ended)));
    }
}

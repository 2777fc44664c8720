package io.useradmin.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import jakarta.inject.Inject;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CommitPositionsTest {
    private static final String WRITE = "select pg_logical_emit_message(false, 'test', 'moves the position')";

    @Inject
    Vertx vertx;

    /** Otherwise a read with the token could miss the later commit. */
    @Test
    void staysAtTheLaterOfTwoCommitsAlsoIfTheEarlierOneIsReportedLast() throws Throwable {
        Promise<Void> earlier = Promise.promise();
        Promise<Void> later = Promise.promise();

        boolean covered = run(connection -> {
            CommitPositions positions = CommitPositions.begin();
            Future<Void> first = positions.after(earlier.future(), connection);
            Future<WalPosition> between =
                    connection.query(WRITE).execute().compose(_ -> WalPosition.ofPrimary(connection));
            return between.compose(position -> {
                Future<Void> second = positions.after(later.future(), connection);
                later.complete();
                return second.compose(_ -> {
                            earlier.complete();
                            return first;
                        })
                        .map(_ -> positions
                                .token()
                                .orElseThrow()
                                .position()
                                .orElseThrow()
                                .covers(position));
            });
        });

        assertThat(covered).isTrue();
    }

    private <T> T run(Function<PgConnection, Future<T>> work) throws Throwable {
        var server = PgConnectOptions.fromUri(
                "postgresql://postgres:postgres@localhost:" + TestDatabase.port() + "/postgres");
        return VertxContextSupport.subscribeAndAwait(() ->
                AsyncResultUni.<T>toUni(ended -> PgConnection.connect(vertx, server)
                        .compose(connection -> work.apply(connection).eventually(() -> connection.close()))
                        .onComplete(ended)));
    }
}

package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The SQLSTATE of a statement that the statement timeout has cancelled. */
class CancelledStatementTest {
    private final FreshDatabase database = new FreshDatabase();
    private final Vertx vertx = Vertx.vertx();
    private final Citus citus = new Citus();
    private final Pool pool = ClientBuilder.pool(new CheckedDriver(citus))
            .connectingTo(PgConnectOptions.fromUri(
                            "postgresql://localhost:%d/%s".formatted(TestDatabase.port(), database.name()))
                    .setUser(FreshDatabase.USER)
                    .setPassword("postgres")
                    .addProperty("statement_timeout", "50"))
            .using(vertx)
            .build();

    @AfterEach
    void close() {
        pool.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        database.close();
    }

    /** A worker of Citus may have committed it. */
    @ParameterizedTest
    @CsvSource({"false, 57014", "true, 08007"})
    void leavesTheOutcomeOpenOnCitus(boolean isCitus, String state) {
        citus.note(isCitus);

        var failure = Assertions.catchThrowableOfType(
                CompletionException.class,
                () -> pool.query("select pg_sleep(60)")
                        .execute()
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join());

        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        PgException.class,
                        refusal -> assertThat(refusal.getSqlState()).isEqualTo(state));
    }
}

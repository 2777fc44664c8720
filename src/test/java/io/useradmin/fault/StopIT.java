package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Graceful shutdown under load. A request is accepted when the service has accepted its connection and read it. Every accepted
 * request is answered normally, and the response closes the connection, so that clients send the next request elsewhere.
 */
class StopIT {
    private static final Logger LOG = Logger.getLogger(StopIT.class);
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    private OwnPostgres database;
    private String key;

    @BeforeEach
    void startDatabase() throws Exception {
        database = OwnPostgres.migrated(Map.of());
        key = database.key();
    }

    @AfterEach
    void endDatabase() throws Exception {
        database.close();
    }

    @Test
    void losesNoRequestThatItHasAccepted() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(
                        database.reactiveUrl(),
                        Map.of(
                                "QUARKUS_SHUTDOWN_DELAY", "10s",
                                "QUARKUS_SHUTDOWN_TIMEOUT", "60s",
                                // Long timeouts: a busy machine must not cause refusals here.
                                "USERADMIN_HTTP_DEADLINE", "50s",
                                "USERADMIN_DATABASE_ACQUIRE_TIMEOUT", "60s",
                                "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "50s",
                                "USERADMIN_DATABASE_SILENCE_TIMEOUT", "90s"));
                Load load = new Load(service, key);
                Connection blocker = database.connect()) {
            load.awaitAcknowledged(4 * SOME);
            blocker.setAutoCommit(false);
            CompletableFuture<HttpResponse<String>> blocked = patchBlocked(service, blocker);

            service.terminate();
            Await.until("the readiness probe fails first", () -> !service.isReady());
            assertThat(service.get(key, "/api/users/blocked").statusCode())
                    .as("still served during shutdown")
                    .isEqualTo(200);
            load.stop();
            blocker.rollback();

            assertThat(blocked.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
            assertThat(service.exitStatus()).isEqualTo(ENDED_BY_SIGTERM);
            LOG.infof("SIGTERM under load: %s", load.figures(database));
            assertThat(load.unanswered()).isZero();
            assertThat(load.refusals()).isEmpty();
            assertThat(load.lost(database)).isEmpty();
            assertThat(load.halfDone(database)).isEmpty();
            assertThat(database.list("select public_data ->> 'done' from users where user_id = 'blocked'"))
                    .containsExactly("true");
            Await.until(
                    "its connections end", () -> database.lastQueriesOfService().isEmpty());
            assertThat(service.faults()).isEmpty();
            assertThat(service.log()).as("no warnings").doesNotContain("\"WARN\"");
        }
    }

    /** A write that is in flight at SIGTERM: it waits for a lock that the test holds. */
    private CompletableFuture<HttpResponse<String>> patchBlocked(ServiceProcess service, Connection blocker)
            throws Exception {
        database.run("insert into users (tenant_id, user_id, created_at, last_updated_at)"
                + " values ('t', 'blocked', now(), now())");
        blocker.createStatement().execute("select 1 from users where user_id = 'blocked' for update");
        CompletableFuture<HttpResponse<String>> answer =
                service.begin(key, "PATCH", "/api/users/blocked/public_data", "{\"public_data\": {\"done\": true}}");
        database.awaitLockWaits(1);
        return answer;
    }
}

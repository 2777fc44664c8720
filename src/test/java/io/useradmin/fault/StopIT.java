package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

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
 * The end of a replica under load. A request is accepted when the service has taken its connection and read it; every accepted
 * one is answered as if nothing were the matter, and the answer asks callers to go elsewhere with the next.
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
                                "QUARKUS_SHUTDOWN_DELAY", "3s",
                                "QUARKUS_SHUTDOWN_TIMEOUT", "60s",
                                // A busy machine is no reason to refuse anything here.
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
            ServiceProcess.await("readiness goes down first", () -> !service.isReady());
            assertThat(service.get(key, "/api/users/blocked").statusCode())
                    .as("served meanwhile")
                    .isEqualTo(200);
            load.stop();
            blocker.rollback();

            assertThat(blocked.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(200);
            assertThat(service.exitStatus()).isEqualTo(ENDED_BY_SIGTERM);
            LOG.infof("SIGTERM under load: %s", load.figures(database));
            assertThat(load.unanswered()).isZero();
            assertThat(load.refusals()).isEmpty();
            assertThat(load.lost(database)).isEmpty();
            assertThat(load.torn(database)).isEmpty();
            assertThat(database.list("select public_data ->> 'done' from users where user_id = 'blocked'"))
                    .containsExactly("true");
            assertThat(database.connectionsOfService()).isEmpty();
            assertThat(service.faults()).isEmpty();
            assertThat(service.log()).as("nothing to warn of").doesNotContain("\"WARN\"");
        }
    }

    /** A write that is under way when the service is told to end: it waits for a lock that the test holds. */
    private CompletableFuture<HttpResponse<String>> patchBlocked(ServiceProcess service, Connection blocker)
            throws Exception {
        database.run("insert into users (tenant_id, user_id, created_at, last_updated_at)"
                + " values ('t', 'blocked', now(), now())");
        blocker.createStatement().execute("select 1 from users where user_id = 'blocked' for update");
        CompletableFuture<HttpResponse<String>> answer =
                service.begin(key, "PATCH", "/api/users/blocked/public_data", "{\"public_data\": {\"done\": true}}");
        database.awaitWaiting(1);
        return answer;
    }
}

package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * If something waits longer than every timeout allows, the liveness probe asks for a restart. Nothing waits so long while all
 * timeouts work, so here PostgreSQL blocks operations and the limit is very low.
 */
class LivenessIT {
    /** One request is running; the others wait in the queue. */
    @ParameterizedTest
    @CsvSource({"1, running", "3, queued"})
    void failsAsLongAsSomethingIsStuck(int requests, String state) throws Exception {
        Map<String, String> settings = new HashMap<>();
        settings.put("USERADMIN_HTTP_DEADLINE", "500ms");
        settings.put("USERADMIN_DATABASE_STATEMENT_TIMEOUT", "0s");
        settings.put("USERADMIN_HTTP_STUCK_AFTER", "1s");
        // One write per event loop, and a connection for the readiness probe.
        settings.put("QUARKUS_VERTX_EVENT_LOOPS_POOL_SIZE", "2");
        settings.put("QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE", "3");
        try (OwnPostgres database = OwnPostgres.migrated(Map.of());
                ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings);
                Connection blocker = database.connect()) {
            String key = database.key();
            Await.until(
                    "the first write succeeds", () -> put(service, key).join().statusCode() == 200);
            // On a busy machine, an earlier attempt may still run.
            Await.until(
                    "nothing is stuck",
                    () -> requestsCheck(service).path("status").asText().equals("UP"));
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("lock table users in access exclusive mode");

            List<CompletableFuture<HttpResponse<String>>> waiting =
                    Stream.generate(() -> put(service, key)).limit(requests).toList();
            Await.until("the liveness probe fails", () -> service.liveness().statusCode() == 503);
            Await.until(
                    "it reports what is " + state + " and for how many seconds",
                    () -> reason(service).matches("(?s).*" + state + ".*\\d.*"));
            assertThat(service.isReady()).as("readiness does not depend on it").isTrue();

            // Before the end of the lock: on a busy machine, one of the requests may arrive late.
            assertThat(waiting)
                    .map(CompletableFuture::join)
                    .map(HttpResponse::statusCode)
                    .containsOnly(503);

            blocker.rollback();
            Await.until("the liveness probe succeeds", () -> service.liveness().statusCode() == 200);
            HeldGauges.awaitZero(service);
        }
    }

    private static CompletableFuture<HttpResponse<String>> put(ServiceProcess service, String key) {
        return service.begin(key, "PUT", "/api/users/u", "{}");
    }

    private static String reason(ServiceProcess service) throws Exception {
        return requestsCheck(service).path("data").toString();
    }

    private static JsonNode requestsCheck(ServiceProcess service) throws Exception {
        JsonNode checks = new ObjectMapper().readTree(service.liveness().body()).path("checks");
        return StreamSupport.stream(checks.spliterator(), false)
                .filter(check -> check.path("name").asText().equals("Requests"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no check of requests: " + checks));
    }
}

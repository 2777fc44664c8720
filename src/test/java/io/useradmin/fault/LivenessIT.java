package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
 * A replica in which something waits longer than every bound allows asks for its restart. Here PostgreSQL makes operations wait
 * and the bound is very low, because nothing waits so long while all bounds hold.
 */
class LivenessIT {
    /** What waits: one operation that is worked on, and, where there are more, those that wait for their turn as well. */
    @ParameterizedTest
    @CsvSource({"1, running", "3, queued"})
    void failsAsLongAsSomethingIsStuck(int requests, String state) throws Exception {
        Map<String, String> settings = new HashMap<>(Recovery.PATIENT);
        settings.put("USERADMIN_HTTP_DEADLINE", "500ms");
        settings.put("USERADMIN_DATABASE_STATEMENT_TIMEOUT", "0s");
        settings.put("USERADMIN_HTTP_STUCK_AFTER", "1s");
        // One write of each event loop, and a connection for the readiness probe.
        settings.put("QUARKUS_VERTX_EVENT_LOOPS_POOL_SIZE", "2");
        settings.put("QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE", "3");
        try (OwnPostgres database = OwnPostgres.migrated(Map.of());
                ServiceProcess service = ServiceProcess.start(database.reactiveUrl(), settings);
                Connection blocker = database.connect()) {
            String key = database.key();
            ServiceProcess.await("it is warm", () -> put(service, key).join().statusCode() == 200);
            assertThat(requestsCheck(service).path("status").asText()).isEqualTo("UP");
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("lock table users in access exclusive mode");

            List<CompletableFuture<HttpResponse<String>>> waiting =
                    Stream.generate(() -> put(service, key)).limit(requests).toList();
            ServiceProcess.await("it is not live", () -> service.liveness().statusCode() == 503);
            ServiceProcess.await(
                    "it tells what is " + state + " and for how many seconds",
                    () -> reason(service).matches("(?s).*" + state + ".*\\d.*"));
            assertThat(service.isReady()).as("it may still be slow only").isTrue();

            blocker.rollback();
            ServiceProcess.await("it is live", () -> service.liveness().statusCode() == 200);
            assertThat(waiting)
                    .map(CompletableFuture::join)
                    .map(HttpResponse::statusCode)
                    .containsOnly(503);
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

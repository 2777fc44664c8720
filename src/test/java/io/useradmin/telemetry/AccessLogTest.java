package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.CapturedLog.Line;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AccessLogTest {
    private static final int REQUESTS = 8;

    final Tenant tenant = Tenant.create();

    /** They share one lookup, whose result arrives in the context of the first request. */
    @Test
    void namesTheKeyOfConcurrentRequests() throws Exception {
        ApiKey key = tenant.key("users:read");
        String trace = UUID.randomUUID().toString().replace("-", "");
        try (CapturedLog log = CapturedLog.listen()) {
            List<CompletableFuture<Response>> responses = new ArrayList<>();
            try (Connection holder = TestDatabase.begin()) {
                holder.createStatement().execute("lock table api_keys in access exclusive mode");
                for (int request = 0; request < REQUESTS; request++) {
                    responses.add(Concurrently.begin(() -> withKey(key.reveal())
                            .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                            .get("/api/users")));
                }
                Locks.awaitBlockedBy(holder);
                Await.until("all requests have arrived", () -> inFlight() >= REQUESTS);
                holder.rollback();
            }
            responses.forEach(response -> response.join().then().statusCode(200));
            Await.until("all lines are written", () -> lines(log, trace).size() == REQUESTS);
            assertThat(lines(log, trace))
                    .allSatisfy(line -> assertThat(line.fields()).containsEntry("key_id", key.keyId()));
        }
    }

    private static double inFlight() {
        return HeldGauges.of(Management.get("/q/metrics").asString()).get("in_flight");
    }

    private static List<Line> lines(CapturedLog log, String trace) {
        return log.lines("access").stream()
                .filter(line -> trace.equals(line.fields().get("trace_id")))
                .toList();
    }
}

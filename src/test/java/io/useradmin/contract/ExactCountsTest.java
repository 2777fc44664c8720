package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An exact count of a long list takes long. Here it waits for a lock. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ExactCountsTest {
    /** As many as run or wait. There are more than connections that reads share. */
    private static final int COUNTS = 8;

    private static final String WAITING =
            "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like ?";

    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @Test
    void delayNoOtherReads() throws Exception {
        List<Response> counts = delayNoOtherReads(
                "groups", () -> as(tenant).header("Prefer", "count=exact").get("/api/groups"));

        counts.forEach(count -> count.then().header("Preference-Applied", "count=exact"));
    }

    /** It counts all sessions of the user. */
    @Test
    void aDryRunDelaysNoOtherReads() throws Exception {
        List<Response> counts = delayNoOtherReads(
                "sessions",
                () -> as(tenant).body("{\"dry_run\": true}").post("/api/users/" + user + "/sessions/revoke"));

        counts.forEach(count -> count.then().body("revoked", equalTo(0)));
    }

    private List<Response> delayNoOtherReads(String table, Supplier<Response> request) throws Exception {
        as(tenant).get("/api/users/" + user + "/public_data").then().statusCode(200);
        List<CompletableFuture<Response>> counts;
        try (Connection holder = TestDatabase.begin()) {
            holder.createStatement().execute("lock table " + table + " in access exclusive mode");
            counts = Stream.generate(() -> Concurrently.begin(request::get))
                    .limit(COUNTS)
                    .toList();
            Locks.awaitBlockedBy(holder);
            Await.until("all counts wait", () -> running() >= COUNTS);

            request.get()
                    .then()
                    .statusCode(503)
                    .header("Retry-After", notNullValue())
                    .header("Preference-Applied", nullValue());
            for (int read = 0; read < 2 * COUNTS; read++) {
                as(tenant).get("/api/users/" + user + "/public_data").then().statusCode(200);
            }

            assertThat(Sql.list(WAITING, "%from " + table + "%"))
                    .as("one at a time")
                    .hasSize(1);
            holder.rollback();
        }
        List<Response> counted = counts.stream().map(CompletableFuture::join).toList();
        counted.forEach(count -> count.then().statusCode(200));
        return counted;
    }

    private static double running() {
        return HeldGauges.of(Management.get("/q/metrics").asString()).get("running");
    }
}

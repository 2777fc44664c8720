package io.useradmin.http;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads are worked on so many at a time; the others wait for their turn, and writes for none. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ReadTurnsTest.OneAtATime.class)
class ReadTurnsTest {
    private static final int MANY = 40;

    /** So few that a test can make the others wait, and in one line. */
    public static final class OneAtATime implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("useradmin.http.concurrent-reads", "1", "quarkus.vertx.event-loops-pool-size", "1");
        }
    }

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void letsReadsWaitForTheirTurnAndWritesForNone() throws SQLException, InterruptedException {
        CompletableFuture<Response> atWork;
        List<CompletableFuture<Response>> waiting;
        publicData().then().statusCode(200);
        try (Connection holder = TestDatabase.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("lock table sessions");
            atWork = Concurrently.begin(() -> as(tenant).get("/api/users/{user}/sessions", user));
            awaitThatItWaits();
            waiting = Stream.generate(() -> Concurrently.begin(this::publicData))
                    .limit(MANY)
                    .toList();

            as(tenant)
                    .body("{\"public_data\": {\"a\": 1}}")
                    .patch("/api/users/{user}/public_data", user)
                    .then()
                    .statusCode(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            holder.rollback();
        }

        assertThat(atWork.join().statusCode()).isEqualTo(200);
        assertThat(waiting)
                .map(CompletableFuture::join)
                .map(Response::statusCode)
                .containsOnly(200);
        publicData().then().statusCode(200);
    }

    private Response publicData() {
        return as(tenant).get("/api/users/{user}/public_data", user);
    }

    private static void awaitThatItWaits() throws InterruptedException {
        while (Sql.list("select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0")
                .isEmpty()) {
            Thread.sleep(10);
        }
    }
}

package io.useradmin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.ProxiedDatabase;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.Traced;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@TestProfile(Traced.class)
class DatabaseAwayTest {
    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void answers503AndRecoversByItself(ApiOperation operation) {
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        // Now the service has the key in its cache.
        ApiOperation.named("getPublicData")
                .send(tenant.apiKey(), "nobody")
                .then()
                .statusCode(404);

        CapturedLog log = CapturedLog.listen();
        ProxiedDatabase.LINE.cut();
        for (int time = 0; time < 3; time++) {
            operation
                    .send(tenant.apiKey(), user)
                    .then()
                    .statusCode(503)
                    .contentType("application/problem+json")
                    .header("Retry-After", "5")
                    .body("type", equalTo("urn:useradmin:problem:unavailable"));
        }
        Management.get("/q/health/ready").then().statusCode(503);
        Management.get("/q/health/live").then().statusCode(200);
        Management.get("/q/metrics").then().statusCode(200);
        // The service cannot check a key that is not cached. So it must not call it invalid.
        operation.send(Tenant.newKey().reveal(), user).then().statusCode(503);
        ProxiedDatabase.LINE.join();
        log.close();

        if (!operation.method().equals("GET")) {
            assertThat(log.lines("audit"))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line.fields())
                            .containsEntry("outcome", "failed")
                            .containsEntry("problem", "urn:useradmin:problem:unavailable"));
        }
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
    }

    @AfterEach
    void joinTheLine() {
        ProxiedDatabase.LINE.join();
    }

    /** A path that is not normalised is refused before the filter for keys. */
    @Test
    void checksAKeyAlsoForAPathThatIsNotNormalised() {
        String key = Tenant.create().apiKey();
        ProxiedDatabase.LINE.cut();

        assertThat(RawHttp.get("/api//users", key)).startsWith("HTTP/1.1 503 ");
        assertThat(RawHttp.get("/api//users", "none")).startsWith("HTTP/1.1 401 ");
    }

    /** The alert UserAdminNoDatabase needs it: a replica that is not ready gets no requests, and so counts no 503. */
    @Test
    void scrapesHaveNoLagOfEvents() throws Exception {
        String lag = "useradmin_events_lag_seconds{reader=\"feed\"} ";
        Await.until("a lag", () -> scrape().contains(lag) && !scrape().contains(lag + "NaN"));
        ProxiedDatabase.LINE.cut();

        Await.until("no lag", () -> scrape().contains(lag + "NaN"));
    }

    /** Otherwise, the alert UserAdminPoolExhausted would fire until the replica restarts. */
    @Test
    void noRequestWaitsForAConnectionAfterwards() throws Exception {
        Tenant tenant = Tenant.create();
        ProxiedDatabase.LINE.cut();
        for (String operation : List.of("getPublicData", "deleteUser")) {
            ApiOperation.named(operation).send(tenant.apiKey(), "nobody").then().statusCode(503);
        }
        ProxiedDatabase.LINE.join();

        Await.until(
                "the queues are empty",
                () -> scrape().lines()
                        .filter(line -> line.startsWith("sql_pool_queue_size{"))
                        .map(line -> line.replaceAll(".* ", ""))
                        .toList()
                        .equals(List.of("0.0", "0.0")));
    }

    private static String scrape() {
        return Management.get("/q/metrics").then().statusCode(200).extract().asString();
    }
}

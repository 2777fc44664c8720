package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The metrics of requests. Clients cannot increase the number of series. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RequestMetricsTest {
    private static final String REQUESTS = "http_server_requests_seconds_count";
    private static final int MANY = 40;

    final Tenant tenant = Tenant.create();

    @Test
    void countsEveryOperationByItsRouteAndStatus() throws Exception {
        Map<String, Predicate<Map<String, String>>> expected = new LinkedHashMap<>();
        for (ApiOperation operation : ApiOperation.all().toList()) {
            String user = ApiOperation.userFor(tenant);
            operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
            operation.send("nonsense", user).then().statusCode(401);
            Sql.run("delete from users where tenant_id = ?", tenant.id());

            for (int status : new int[] {operation.success(), 401}) {
                expected.put(
                        operation + " " + status,
                        labels -> labels.get("method").equals(operation.method())
                                && operation.path("u").matches(labels.get("uri").replaceAll("\\{[^}]*}", "[^/]+"))
                                && labels.get("status").equals(Integer.toString(status))
                                && labels.get("outcome").equals(status < 300 ? "SUCCESS" : "CLIENT_ERROR"));
            }
        }
        List<Map<String, String>> counted = requests();
        expected.values().removeIf(wanted -> counted.stream().anyMatch(wanted));
        for (var missing : expected.entrySet()) {
            awaitRequests(missing.getKey(), missing.getValue());
        }
    }

    @Test
    void doesNotGrowWithInputOfClients() {
        Set<Map<String, String>> settled = Set.of();
        for (int time = 0; time < MANY; time++) {
            String odd = "x" + time;
            given().get("/" + odd);
            given().get("/api/" + odd);
            as(tenant).get("/api/" + odd);
            as(tenant).get("/api/users/" + odd + "/" + odd);
            as(tenant).get("/api/users/" + odd + "/sessions?page=" + odd);
            as(tenant).options("/api/users/" + odd + "/sessions");
            as(tenant).get("/api//users//" + odd + "//sessions");
            as(tenant).get("/api/users/%0a" + odd + "/sessions");
            withKey(odd).get("/api/users/" + odd + "/sessions");
            raw("BREW" + time + " /api/users/" + odd + " HTTP/1.1\r\nHost: localhost\r\n");
            raw("GET /api/%zz" + odd + " HTTP/1.1\r\nHost: localhost\r\n");
            raw("GET /" + odd + " HTTP/1.1\r\n");
            if (time == MANY / 2) {
                // A request is counted shortly after its response is sent. By now, the first of each kind are counted.
                settled = Set.copyOf(requests());
            }
        }
        assertThat(Set.copyOf(requests())).isEqualTo(settled);
        assertThat(requests())
                .allSatisfy(labels -> assertThat(labels.toString()).doesNotContain("x1"));
        assertThat(requests())
                .filteredOn(labels -> labels.get("uri").equals("UNKNOWN"))
                .extracting(labels -> labels.get("status"))
                .contains("404", "401", "400");
    }

    /** All other metrics have few series. */
    @Test
    void keepsEveryMetricSmall() throws Exception {
        as(tenant).get("/api/groups");
        awaitRequests("list of groups", labels -> labels.get("uri").equals("/api/groups"));

        Map<String, List<Map<String, String>>> series = Management.series();
        assertThat(series.keySet())
                .contains("sql_pool_active", "sql_pool_queue_size", "cache_size", "jvm_memory_used_bytes");
        assertThat(series.get("sql_pool_active"))
                .extracting(labels -> labels.get("pool_name"))
                .as("the pools of writes and of reads")
                .hasSize(2)
                .contains("reads");
        assertThat(series.get("sql_pool_idle"))
                .extracting(labels -> labels.get("pool_name"))
                .doesNotContain("reads");
        assertThat(series.keySet())
                .as("metrics of the framework that are turned off")
                .noneMatch(name -> name.startsWith("postgresql") || name.startsWith("vertx_http"))
                .filteredOn(name -> name.startsWith("http_server"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("http_server_requests_seconds"));
        assertThat(series.get("cache_gets_total"))
                .extracting(labels -> labels.get("cache") + " " + labels.get("result"))
                .contains("api-keys hit", "api-keys miss");
        series.forEach((name, all) -> {
            if (!name.startsWith("http_server_requests_seconds")) {
                assertThat(all).as(name).hasSizeLessThan(60);
            }
        });
    }

    private static List<Map<String, String>> requests() {
        return Management.series().getOrDefault(REQUESTS, List.of());
    }

    /** Waits, because a request is counted shortly after its response is sent. */
    private static void awaitRequests(String what, Predicate<Map<String, String>> wanted) throws Exception {
        Await.until(what + " is counted", () -> requests().stream().anyMatch(wanted));
    }

    private void raw(String head) {
        RawHttp.exchange(head + "X-API-KEY: " + tenant.apiKey() + "\r\nConnection: close\r\n\r\n");
    }
}

package io.useradmin.admission;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.RawHttp2;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limit of in-flight requests: one more request is refused before anything is done for it. */
class InFlightLimitIT {
    private static final int MAX_IN_FLIGHT = 2;
    /** More than the service refuses at once, so that some refusals are delayed. */
    private static final int TOO_MANY = 100 * Runtime.getRuntime().availableProcessors();

    private static final Pattern COUNTED =
            Pattern.compile("http_server_requests_seconds_count\\{.*status=\"503\".*} [1-9]");

    /** A limit so low that a test can reach it. */
    @RegisterExtension
    static final PackagedService SERVICE =
            PackagedService.with(Map.of("useradmin.http.max-in-flight", Integer.toString(MAX_IN_FLIGHT)));

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void refusesOneMoreUntilOneOfThemIsDone() throws Exception {
        List<CompletableFuture<Response>> inFlight;
        try (Connection holder = TestDatabase.begin()) {
            holder.createStatement().execute("select 1 from users where user_id = '" + user + "' for update");
            inFlight = Stream.generate(() -> Concurrently.begin(this::patch))
                    .limit(MAX_IN_FLIGHT)
                    .toList();
            awaitThatAllWait();

            assertRefused(as(tenant).get("/api/users/{user}/public_data", user));
            assertRefused(patch());
            assertRefused(given().get("/api/unknown"));
            assertThat(RawHttp.getTogether("/api/users/" + user + "/public_data", tenant.apiKey(), TOO_MANY))
                    .allMatch(answer -> answer.startsWith("HTTP/1.1 503 "));
            Management.get("/q/health/ready").then().statusCode(200);
            assertRefused(given().get("/q/openapi"));
            holder.rollback();
        }

        assertThat(inFlight)
                .map(CompletableFuture::join)
                .map(Response::statusCode)
                .containsOnly(200);
        // A request is in flight until shortly after its response is sent.
        Await.until(
                "there is room again",
                () -> as(tenant).get("/api/users/{user}/public_data", user).statusCode() == 200);
        assertCountedAndNotLogged();
    }

    /** A request is in flight until shortly after its response is sent. So the next one or two may be refused, but not more. */
    @Test
    void countsARequestOnlyWhileItRuns() throws Exception {
        for (int request = 0; request < 5 * MAX_IN_FLIGHT; request++) {
            Await.until("a write succeeds", () -> patch().statusCode() == 200);
            Await.until(
                    "404 for a missing user",
                    () -> as(tenant).get("/api/users/{user}/sessions", "nobody").statusCode() == 404);
            Await.until(
                    "401 for a request without a key",
                    () -> given().get("/api/unknown").statusCode() == 401);
        }
    }

    /** HTTP/2: the client never allows more than the first 65,535 bytes. Swagger UI needs no key. */
    @Test
    void doesNotCountAResponseThatWaitsForItsClient() throws Exception {
        try (RawHttp2 stalled = RawHttp2.open(SERVICE.process())) {
            for (int request = 0; request < MAX_IN_FLIGHT; request++) {
                int stream = stalled.get("/q/swagger-ui/swagger-ui-bundle.js", "");
                assertThat(stalled.status(stream)).isEqualTo(200);
            }

            Await.until("the others are served", () -> {
                // Otherwise, the connection would be closed as idle.
                stalled.awaitSeen();
                return as(tenant).get("/api/users/{user}/public_data", user).statusCode() == 200;
            });
        }
    }

    private Response patch() {
        return as(tenant).body("{\"public_data\": {\"a\": 1}}").patch("/api/users/{user}/public_data", user);
    }

    private static void awaitThatAllWait() throws Exception {
        Await.until(
                "all wait",
                () -> Sql.list("select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0")
                                .size()
                        == MAX_IN_FLIGHT);
    }

    /** Refused requests are in the metrics but not in the access log. */
    private static void assertCountedAndNotLogged() throws Exception {
        Await.until(
                "the refused requests are counted",
                () -> COUNTED.matcher(Management.get("/q/metrics").asString()).find());
        Await.until(
                "other requests are logged", () -> accessLog().anyMatch(line -> line.contains("\"status\":\"200\"")));
        assertThat(accessLog()).noneMatch(line -> line.contains("\"status\":\"503\""));
    }

    private static Stream<String> accessLog() throws IOException {
        return SERVICE.log().lines().filter(line -> line.contains("\"loggerName\":\"access\""));
    }

    private static void assertRefused(Response refusal) {
        assertThat(refusal.statusCode()).isEqualTo(503);
        assertThat(refusal.header("Retry-After")).isEqualTo("5");
        assertThat(refusal.contentType()).isEqualTo("application/problem+json");
        assertThat(refusal.path("type").toString()).isEqualTo("urn:useradmin:problem:unavailable");
        assertThat(refusal.path("detail").toString()).contains("Nothing was changed");
    }
}

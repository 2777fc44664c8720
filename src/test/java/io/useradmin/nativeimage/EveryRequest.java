package io.useradmin.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.problem.ProblemType;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sends requests for every operation that cause every kind of response, because each kind runs other code. */
final class EveryRequest {
    /** The limit of failed keys. The test exceeds it, so that both kinds of response occur. */
    static final int FAILED_KEYS = 200;

    private static final int TOO_LARGE = 300_000;
    private static final List<String> MANAGED = List.of("/q/health", "/q/metrics", "/q/info");
    private static final List<String> PAGES = List.of(
            "/console/",
            "/.well-known/ssf-configuration",
            "/.well-known/ssf-jwks.json",
            "/q/openapi",
            "/q/openapi?format=json",
            "/q/swagger-ui/");

    private final ServiceProcess service;
    private final Tenant tenant = Tenant.create();
    private final Set<String> problems = new HashSet<>();

    EveryRequest(ServiceProcess service) {
        this.service = service;
        Api.usePort(service.uri("/").getPort());
    }

    /** Sends all requests. At the end, the database is disconnected. */
    void send(TcpProxy database) throws Exception {
        for (String path : MANAGED) {
            assertThat(service.managed(path).statusCode()).as(path).isEqualTo(200);
        }
        for (String path : PAGES) {
            assertThat(Api.given().get(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(Api.given().get("/q/swagger-ui").header("Location")).isEqualTo("/q/swagger-ui/");
        assertThat(service.get(tenant.apiKey(), "/api/groups").statusCode())
                .as("HTTP/2")
                .isEqualTo(200);
        ApiOperation.all().forEach(this::send);
        conflict();
        keys();
        repeat();
        stream();
        signals();
        readFromAPurgedPosition();
        // Last, because unknown keys are limited from then on.
        failUntilLimited();
        database.cut();
        note(Api.as(tenant).get("/api/groups"));
        assertEveryProblem();
    }

    /** Sends more bad keys than the limit, because the limit is refilled meanwhile. */
    private void failUntilLimited() {
        Response answer = null;
        for (int key = 0; key < 10 * FAILED_KEYS && (answer == null || answer.statusCode() == 401); key++) {
            answer = Api.given().header("X-API-KEY", "no key").get("/api/groups");
            note(answer);
        }
    }

    private void send(ApiOperation operation) {
        Tenant own = Tenant.create();
        String user = ApiOperation.userFor(own);
        String path = operation.path(user);
        String key = own.apiKey();
        note(operation.send(own.key(operation.otherScopes()).reveal(), user));
        note(operation.send("no key", user));
        note(operation.send(key, "nobody"));
        note(operation.send(tenant.apiKey(), tenant.user()));
        note(operation.send(Api.as(own).accept("text/html"), user));
        note(Api.as(own).header("If-Match", "\"0\"").body("{}").request(operation.method(), operation.target(user)));
        note(Api.as(own).contentType("text/plain").body("x").request(operation.method(), path));
        note(Api.as(own).request("TRACE", path));
        note(Api.as(own).get(path + "/nothing/here"));
        for (String body : List.of("{", "{\"x\": 1}", " ".repeat(TOO_LARGE))) {
            note(Api.as(own).body(body).request(operation.method(), path));
        }
        Tenant good = Tenant.create();
        assertThat(operation.send(good.apiKey(), ApiOperation.userFor(good)).statusCode())
                .as(operation.toString())
                .isEqualTo(operation.success());
    }

    private void conflict() {
        for (String user : List.of("one", "other")) {
            note(Api.as(tenant).body("{\"username\": {\"username\": \"same\"}}").put("/api/users/" + user));
        }
        tenant.contacts("one");
        note(Api.as(tenant).delete("/api/users/one/emails/email-1"));
    }

    /** Key operations that are refused, each for another reason. */
    private void keys() {
        note(Api.withKey(tenant.key("keys:manage").reveal())
                .body("{\"name\": \"Key\", \"scopes\": [\"users:read\"]}")
                .post("/api/keys"));
        note(Api.as(tenant).body("{}").post("/api/keys/" + tenant.revokedKey().keyId() + "/rotate"));
        Tenant alone = Tenant.create();
        note(Api.as(alone).delete("/api/keys/" + Api.as(alone).get("/api/key").path("key_id")));
        Tenant limited = Tenant.create();
        Sql.run(
                "update api_keys set rate_requests = 1, rate_seconds = 3600, rate_burst = 1 where tenant_id = ?",
                limited.id());
        note(Api.as(limited).get("/api/key"));
        note(Api.as(limited).get("/api/key"));
    }

    /** Repetitions of a request with an Idempotency-Key: while it runs, with another body, and unchanged. */
    private void repeat() throws Exception {
        String user = tenant.user();
        try (Connection holder = TestDatabase.begin()) {
            try (var lock = holder.prepareStatement("select 1 from users where user_id = ? for update")) {
                lock.setString(1, user);
                lock.execute();
            }
            var first = Concurrently.begin(() -> patchOnce(user, "{\"public_data\": {\"a\": 1}}"));
            Locks.awaitBlockedBy(holder);
            note(patchOnce(user, "{\"public_data\": {\"a\": 1}}"));
            holder.rollback();
            assertThat(first.join().statusCode()).isEqualTo(200);
        }
        note(patchOnce(user, "{\"public_data\": {\"a\": 2}}"));
        assertThat(patchOnce(user, "{\"public_data\": {\"a\": 1}}").statusCode())
                .isEqualTo(200);
    }

    private Response patchOnce(String user, String body) {
        return Api.as(tenant).header("Idempotency-Key", "a").body(body).patch("/api/users/" + user + "/public_data");
    }

    /** Reads the events of the users from {@link #conflict}. */
    private void stream() throws Exception {
        try (RawConnection connection = RawConnection.open(service)) {
            connection.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nX-API-KEY: "
                    + tenant.apiKey() + "\r\n\r\n");
            connection.awaitText("data: {");
        }
    }

    /** Requests one stream too many, and polls a signed token. */
    private void signals() throws Exception {
        for (int number = 0; number < 100; number++) {
            tenant.stream("stream-" + number);
        }
        note(Api.as(tenant).body("{}").post("/api/ssf/streams"));
        note(Api.as(tenant).get("/api/ssf/streams?stream_id=none"));
        Api.as(tenant).delete("/api/users/one").then().statusCode(204);
        Await.until("a token is signed", () -> poll().asString().contains("eyJ"));
    }

    private Response poll() {
        return Api.as(tenant).body("{\"returnImmediately\": true}").post("/api/ssf/poll?stream_id=stream-1");
    }

    private void readFromAPurgedPosition() {
        String cursor = Api.as(tenant).get("/api/events?size=1").header("X-Next-Cursor");
        Sql.run("insert into purged_events (tenant_id, xid, seq) values (?, '1000000000', 1)", tenant.id());
        note(Api.as(tenant).get("/api/events?after=" + cursor));
        note(poll());
    }

    private void note(Response answer) {
        if (answer.contentType().startsWith("application/problem+json")) {
            problems.add(answer.path("type"));
        }
    }

    private void assertEveryProblem() {
        // No client can cause an internal error.
        Set<ProblemType> expected = EnumSet.complementOf(EnumSet.of(ProblemType.INTERNAL_ERROR));
        assertThat(problems)
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().map(ProblemType::uri).toList());
    }
}

package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.CapturedLog.Line;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit log has one line for each write, with author, target and outcome. Reads have no line. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AuditLogTest {
    /** Its own for each test: the line of an earlier test's request may come after its response. */
    final String trace = UUID.randomUUID().toString().replace("-", "");

    final Tenant tenant = Tenant.create();
    CapturedLog log;

    /** Not in a field: the framework creates each test instance twice, and the first one's log would never be closed. */
    @BeforeEach
    void listen() {
        log = CapturedLog.listen();
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    static Stream<ApiOperation> writes() {
        return ApiOperation.all().filter(operation -> !operation.method().equals("GET"));
    }

    static Stream<ApiOperation> reads() {
        return ApiOperation.all().filter(operation -> operation.method().equals("GET"));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void logsASuccessfulWrite(ApiOperation operation) {
        String user = ApiOperation.userFor(tenant);
        operation.send(traced(tenant.apiKey()), user).then().statusCode(operation.success());

        Map<String, String> fields = onlyLine().fields();
        assertThat(fields)
                .containsEntry(
                        "key_id", ApiKey.parse(tenant.apiKey()).orElseThrow().keyId())
                .containsEntry("tenant_id", tenant.id())
                .containsEntry("trace_id", trace)
                .containsEntry("operation", operation.id())
                .containsEntry("outcome", "done")
                .containsEntry("status", Integer.toString(operation.success()))
                .doesNotContainKey("problem");
        Map<String, String> targets = new HashMap<>();
        // In the log, key_id is the key of the caller.
        operation
                .parameters()
                .forEach((name, value) ->
                        targets.put(name.replaceFirst("^key_id$", "target_key_id"), value.replace("{user_id}", user)));
        if (operation.hasUser()) {
            targets.put("user_id", user);
        }
        // IP addresses are not logged, because they tell where somebody is.
        targets.remove("ip");
        assertThat(fields).containsAllEntriesOf(targets).doesNotContainKey("ip");
    }

    /** Collectors of logs drop lines of some hundred kilobytes. */
    @Test
    void listsAHundredEventsAndCountsTheOthers() {
        String user = tenant.user();
        Sql.run("""
                insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at)
                select ?, ?, 's' || n, 'k', now(), now() + interval '1 day', now() from generate_series(1, 149) n
                """, tenant.id(), user);
        traced(tenant.apiKey()).post("/api/users/{user}/disable", user).then().statusCode(200);

        expectAHundredEventsAndOthers(50);
    }

    @Test
    void listsAHundredUnblockedAddressesAndCountsTheOthers() {
        String user = tenant.user();
        Sql.run("""
                insert into ip_access (tenant_id, user_id, ip, last_login_attempt, block_until)
                select ?, ?, '10.0.0.0'::inet + n, now(), now() + interval '1 day' from generate_series(1, 150) n
                """, tenant.id(), user);
        traced(tenant.apiKey())
                .body("{\"ip_address\": \"all\"}")
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then()
                .statusCode(200);

        expectAHundredEventsAndOthers(50);
        assertThat(onlyLine().fields()).containsEntry("selector", "all");
    }

    private void expectAHundredEventsAndOthers(int others) {
        Map<String, String> fields = onlyLine().fields();
        assertThat(fields.get("event_id").split(" ")).hasSize(100).doesNotHaveDuplicates();
        assertThat(fields).containsEntry("events", Integer.toString(others));
    }

    @Test
    void namesTheActorAndTheReason() {
        as(tenant)
                .header("X-Actor", "support:aino")
                .header("X-Reason", "TICKET-1: stolen")
                .body("{}")
                .put("/api/users/u")
                .then()
                .statusCode(201);

        assertThat(onlyLine().fields())
                .containsEntry("actor", "support:aino")
                .containsEntry("reason", "TICKET-1: stolen");
    }

    /** The stored response does not say who asks for it again. The event is that of the first request. */
    @Test
    void namesTheActorOfARepetitionButNoEvent() {
        String user = tenant.user();
        for (String actor : List.of("aino", "eero")) {
            as(tenant)
                    .header("X-Actor", actor)
                    .header("Idempotency-Key", trace)
                    .body("{\"public_data\": {\"a\": 1}}")
                    .patch("/api/users/{user}/public_data", user)
                    .then()
                    .statusCode(200);
        }

        List<Line> lines = log.lines("audit");
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().fields()).containsEntry("outcome", "done").containsKey("event_id");
        assertThat(lines.getLast().fields())
                .containsEntry("outcome", "replayed")
                .containsEntry("actor", "eero")
                .doesNotContainKey("event_id");
    }

    /** It could be anything, such as an email address. */
    @Test
    void doesNotQuoteAnInvalidActor() {
        as(tenant)
                .header("X-Actor", "Aino Virtanen")
                .body("{}")
                .put("/api/users/u")
                .then()
                .statusCode(422);

        assertThat(onlyLine().toString()).contains("refused").doesNotContain("Virtanen");
    }

    @ParameterizedTest
    @MethodSource("writes")
    void logsAWriteWithAMissingScope(ApiOperation operation) {
        String user = ApiOperation.userFor(tenant);
        ApiKey key = tenant.key(operation.otherScopes());

        operation
                .send(withKey(key.reveal()).header("X-Actor", "support:aino"), user)
                .then()
                .statusCode(403);

        assertThat(onlyLine().fields())
                .containsEntry("key_id", key.keyId())
                .containsEntry("actor", "support:aino")
                .containsEntry("outcome", "refused")
                .containsEntry("problem", "urn:useradmin:problem:missing-scope");
    }

    /** Such a request is refused before the framework has found the operation. */
    @ParameterizedTest
    @MethodSource("writes")
    void logsAWriteThatIsRefusedEarly(ApiOperation operation) {
        operation
                .send(withKey(tenant.apiKey()).accept("text/html"), "nobody")
                .then()
                .statusCode(406);

        assertThat(onlyLine().fields())
                .containsEntry("operation", operation.id())
                .containsEntry("outcome", "refused")
                .containsEntry("problem", "urn:useradmin:problem:not-acceptable");
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#needingUser")
    void logsAMissingUser(ApiOperation operation) {
        operation.send(tenant.apiKey(), "auth0%7Cnobody+1").then().statusCode(404);

        if (operation.method().equals("GET")) {
            assertThat(log.lines("audit")).isEmpty();
        } else {
            assertThat(onlyLine().fields())
                    .containsEntry("user_id", "auth0|nobody+1")
                    .containsEntry("outcome", "refused")
                    .containsEntry("problem", "urn:useradmin:problem:user-not-found");
        }
    }

    @ParameterizedTest
    @MethodSource("reads")
    void doesNotLogReads(ApiOperation operation) throws Exception {
        operation
                .send(traced(tenant.apiKey()), ApiOperation.userFor(tenant))
                .then()
                .statusCode(operation.success());

        awaitAccess();
        assertThat(log.lines("audit")).isEmpty();
    }

    /** Otherwise, anybody could fill the log. The access log and the metrics have these requests. */
    @ParameterizedTest
    @MethodSource("writes")
    void doesNotLogUnauthenticatedRequests(ApiOperation operation) throws Exception {
        operation.send(traced(Tenant.newKey().reveal()), "nobody").then().statusCode(401);

        Line access = awaitAccess();
        assertThat(access.fields()).containsEntry("status", "401").doesNotContainKey("key_id");
        assertThat(access.fields().get("route")).startsWith("/api/");
        assertThat(log.lines("audit")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%0aforged", "%22%7d", "a%20b", "%1b%5b31m"})
    void doesNotLogInvalidUserIds(String user) {
        as(tenant).delete("/api/users/" + user).then().statusCode(422);

        Line line = onlyLine();
        assertThat(line.fields()).doesNotContainKey("user_id").containsEntry("outcome", "refused");
        assertThat(line.toString()).doesNotContain("\n").doesNotContain("forged");
    }

    @Test
    void cannotBeAvoidedByAnUnusualPath() {
        String user = tenant.user();

        as(tenant).delete("/api//users//" + user).then().statusCode(400);

        assertThat(Sql.value("select count(*) from users where user_id = ?", user))
                .isEqualTo("1");
        assertThat(log.lines("audit")).isEmpty();
    }

    private ApiRequest traced(String key) {
        return withKey(key).header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01");
    }

    private Line awaitAccess() throws Exception {
        return log.await(line ->
                line.category().equals("access") && trace.equals(line.fields().get("trace_id")));
    }

    private Line onlyLine() {
        assertThat(log.lines("audit")).hasSize(1);
        return log.lines("audit").getFirst();
    }
}

package io.useradmin.session;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.JsonValues;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PutSessionTest {
    private static final long NOW = Instant.now().getEpochSecond();
    private static final String MINIMAL = "{\"session_key\": \"sk\", \"expires_at\": " + (NOW + 600) + "}";
    private static final String ALL = """
            {"session_id": "s1", "session_key": "sk-1", "initiated_at": %d, "expires_at": %d, "last_updated": %d,
             "client_ids": ["web", "ios"],
             "last_metadata": {"country": "FI", "city": "Turku", "region": "Varsinais-Suomi", "latitude": "60.45",
                               "longitude": "22.27", "ip_address": "2001:db8::7", "user_agent": "Mozilla/5.0 😀"}}""".formatted(NOW - 60, NOW + 600, NOW - 5);

    private static final String SET_END =
            "update sessions set expires_at = now() + cast(? as interval) where tenant_id = ?";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void recordsASessionWithAllGivenValues() {
        Response answer = put("s1", ALL);

        answer.then().statusCode(201).contentType("application/json");
        assertThat(answer.jsonPath().getMap("$")).isEqualTo(JsonValues.from(ALL).getMap("$"));
        assertThat(get("s1").asString()).isEqualTo(answer.asString());
        assertThat(as(tenant).get("/api/users/{user}/sessions", user).asString())
                .isEqualTo("[" + answer.asString() + "]");
    }

    @Test
    void recordsASessionWithTheLeast() {
        JsonValues session = put("s1", MINIMAL).then().statusCode(201).extract().jsonPath();

        assertThat(session.getLong("initiated_at"))
                .isBetween(NOW, Instant.now().getEpochSecond())
                .isEqualTo(session.getLong("last_updated"));
        assertThat(session.getList("client_ids")).isEmpty();
        assertThat(session.getMap("last_metadata")).isEmpty();
    }

    @Test
    void refreshesASession() {
        put("s1", ALL).then().statusCode(201);

        put("s1", MINIMAL.replace("\"sk\"", "\"sk-2\""))
                .then()
                .statusCode(200)
                .body("session_key", equalTo("sk-2"))
                .body("initiated_at", equalTo((int) NOW - 60));

        JsonValues session = get("s1").jsonPath();
        assertThat(session.getLong("last_updated")).isGreaterThanOrEqualTo(NOW);
        assertThat(session.getList("client_ids")).isEmpty();
        assertThat(Sql.value("select count(*) from sessions where tenant_id = ?", tenant.id()))
                .isEqualTo("1");
    }

    @Test
    void writingBackAReadSessionChangesNothing() {
        put("s1", ALL);
        String read = get("s1").asString();

        assertThat(put("s1", read).asString()).isEqualTo(read);
        assertThat(get("s1").asString()).isEqualTo(read);
    }

    @Test
    void renewsAnExpiredSession() {
        put("s1", ALL.replaceFirst("\"expires_at\": \\d+", "\"expires_at\": " + (NOW - 1)))
                .then()
                .statusCode(201);
        notFound("s1");

        put("s1", ALL).then().statusCode(201);
        get("s1").then().statusCode(200);
    }

    /** As if the expired session had already been purged. Otherwise, a revocation by {@code initiated_before} would include it. */
    @Test
    void aRenewedSessionBeginsNow() {
        put("s1", ALL.replaceFirst("\"expires_at\": \\d+", "\"expires_at\": " + (NOW - 1)));

        assertThat(put("s1", MINIMAL)
                        .then()
                        .statusCode(201)
                        .extract()
                        .jsonPath()
                        .getLong("initiated_at"))
                .isGreaterThanOrEqualTo(NOW);
    }

    @Test
    void findsOnlyLiveSessionsOfTheUser() {
        tenant.session(tenant.user(), "of-another-user");
        put("s1", ALL);
        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);

        notFound("s1");
        notFound("of-another-user");
        notFound("unknown");
    }

    @Test
    void keepsSessionsOfOthersWithTheSameId() {
        String other = tenant.user();
        put("s1", ALL).then().statusCode(201);

        as(tenant)
                .body(MINIMAL)
                .put("/api/users/{user}/sessions/s1", other)
                .then()
                .statusCode(201);

        get("s1").then().body("session_key", equalTo("sk-1"));
    }

    @Test
    void recordsOnceWhenAskedByManyAtOnce() throws Exception {
        List<Integer> statuses =
                Concurrently.call(Collections.nCopies(24, () -> put("s1", ALL).statusCode()));

        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(23);
    }

    /** The statement waits for the user's lock, so its snapshot is older than the change. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 hour  | -1 hour | 600  | 201 | session.created",
                "1 hour  | -1 hour | -600 | 201 |",
                "-1 hour | 1 hour  | 600  | 200 |",
                "-1 hour | 1 hour  | -600 | 200 | session.revoked",
            })
    void comparesWithAConcurrentChange(String before, String changed, int seconds, int status, String event)
            throws Exception {
        put("s1", ALL).then().statusCode(201);
        Sql.run(SET_END, before, tenant.id());
        Sql.run("delete from events where tenant_id = ?", tenant.id());
        CompletableFuture<Response> putting;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            Jdbc.update(other, SET_END, changed, tenant.id());
            putting = Concurrently.begin(() ->
                    put("s1", MINIMAL.replaceFirst("\"expires_at\": \\d+", "\"expires_at\": " + (NOW + seconds))));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        putting.join().then().statusCode(status);
        assertThat(Sql.list("select type from events where tenant_id = ?", tenant.id()))
                .isEqualTo(event == null ? List.of() : List.of(event));
    }

    @Test
    void doesNotMoveTheTimeOfTheUser() {
        String before = Sql.value("select last_updated_at from users where tenant_id = ?", tenant.id());

        put("s1", ALL);

        assertThat(Sql.value("select last_updated_at from users where tenant_id = ?", tenant.id()))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"expires_at\": 1}                                             | /session_key          | required",
                "{\"session_key\": \"k\"}                                        | /expires_at           | required",
                "{\"session_key\": \"\", \"expires_at\": 1}                      | /session_key          | length",
                "{\"session_key\": \"k\", \"expires_at\": -1}                    | /expires_at           | out_of_range",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"session_id\": \"s2\"} | /session_id       | mismatch",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"user_id\": \"u\"} | /user_id              | unknown_member",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"client_ids\": [\"a\", \"a\"]} | /client_ids/1 | duplicate",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"client_ids\": [\"a b\"]} | /client_ids/0  | identifier",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"client_ids\": \"a\"} | /client_ids        | wrong_type",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"last_metadata\": {\"latitude\": 60.45}} | /last_metadata/latitude | wrong_type",
                "{\"session_key\": \"k\", \"expires_at\": 1, \"last_metadata\": {\"planet\": \"x\"}} | /last_metadata/planet | unknown_member",
            })
    void refusesABodyThatIsWrong(String body, String pointer, String code) {
        put("s1", body)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
        notFound("s1");
    }

    @Test
    void refusesASessionIdThatIsNoIdentifier() {
        for (String method : List.of("GET", "PUT")) {
            as(tenant)
                    .body(MINIMAL)
                    .request(method, "/api/users/" + user + "/sessions/a%20b")
                    .then()
                    .statusCode(422)
                    .body("errors.parameter", contains("session_id"));
        }
    }

    private Response put(String session, String body) {
        return as(tenant).body(body).put("/api/users/{user}/sessions/{session}", user, session);
    }

    private Response get(String session) {
        return as(tenant).get("/api/users/{user}/sessions/{session}", user, session);
    }

    private void notFound(String session) {
        get(session).then().statusCode(404).body("type", equalTo("urn:useradmin:problem:session-not-found"));
    }
}

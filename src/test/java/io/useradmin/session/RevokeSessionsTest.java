package io.useradmin.session;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.CapturedLog;
import io.useradmin.testsupport.Http2;
import io.useradmin.testsupport.Http2.Answer;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Revokes the selected sessions of a user, and no others. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RevokeSessionsTest {
    private static final Instant T = Instant.ofEpochSecond(1_700_000_000);
    private static final Instant FAR = Instant.parse("2999-01-01T00:00:00Z");

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void revokesAll() {
        sessions();

        revoke("{}")
                .then()
                .statusCode(200)
                .body("revoked", equalTo(3))
                .body("session_ids", equalTo(List.of("a", "b", "c")))
                .body("truncated", equalTo(false));

        assertThat(remainingSessions()).containsExactly("expired");
        revoke("{}").then().statusCode(200).body("revoked", equalTo(0)).body("session_ids", hasSize(0));
    }

    @Test
    void aBodyMayBeLeftOut() {
        sessions();
        Api.withKey(tenant.apiKey())
                .post("/api/users/{user}/sessions/revoke", user)
                .then()
                .statusCode(200);

        assertThat(remainingSessions()).containsExactly("expired");
    }

    /** Many clients send the same headers with every POST. */
    @ParameterizedTest
    @CsvSource({
        "Content-Type, application/x-www-form-urlencoded",
        "Content-Type, */*",
        "Content-Type, ''",
        "Content-Encoding, gzip"
    })
    void withoutABodyItsHeadersMeanNothing(String header, String value) {
        sessions();
        Api.withKey(tenant.apiKey())
                .contentType("application/x-www-form-urlencoded")
                .body("ip_address=192.0.2.1")
                .post("/api/users/{user}/sessions/revoke", user)
                .then()
                .statusCode(415);
        assertThat(remainingSessions()).hasSize(4);

        Api.withKey(tenant.apiKey())
                .header(header, value)
                .post("/api/users/{user}/sessions/revoke", user)
                .then()
                .statusCode(200);
        assertThat(remainingSessions()).containsExactly("expired");
    }

    /** There, only the body itself tells whether there is one. */
    @ParameterizedTest
    @CsvSource({"Content-Type, */*", "Content-Encoding, gzip"})
    void withoutABodyItsHeadersMeanNothingInHttp2(String header, String value) throws Exception {
        sessions();
        String path = "/api/users/" + user + "/sessions/revoke";

        Answer refused = Http2.call(HttpMethod.POST, path, request -> {
            request.putHeader("X-API-KEY", tenant.apiKey()).putHeader(header, value);
            request.setChunked(true).write("{}");
            return request.end().compose(_ -> request.response());
        });
        assertThat(refused.status()).isEqualTo(415);
        assertThat(remainingSessions()).hasSize(4);

        Answer done = Http2.call(
                HttpMethod.POST,
                path,
                request -> request.putHeader("X-API-KEY", tenant.apiKey())
                        .putHeader(header, value)
                        .send());
        assertThat(done.status()).isEqualTo(200);
        assertThat(remainingSessions()).containsExactly("expired");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"except\": [\"b\", \"unknown\"]}                                   | a c   | except",
                "{\"except\": [\"b\", \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\"]} | a c | except",
                "{\"client_id\": \"web\"}                                             | a b   | client_id=web",
                "{\"client_id\": \"nobody\"}                                          |       |",
                "{\"ip_address\": \"192.0.2.1\"}                                      | a     | ip_address",
                "{\"ip_address\": \"::ffff:192.0.2.1\"}                               | a     | ip_address",
                "{\"ip_address\": \"192.0.2.0/24\"}                                   | a b   | ip_address",
                "{\"ip_address\": \"::ffff:192.0.2.0/120\"}                           | a b   | ip_address",
                "{\"ip_address\": \"0.0.0.0/0\"}                                      | a b   | ip_address",
                "{\"ip_address\": \"2001:DB8::/32\"}                                  | c     | ip_address",
                "{\"ip_address\": \"::/0\"}                                           | c     | ip_address",
                "{\"initiated_before\": 1700000002}                                   | a b   | initiated_before=1700000002",
                "{\"client_id\": \"web\", \"initiated_before\": 1700000001}           | a     | client_id=web initiated_before=1700000001",
                "{\"client_id\": \"web\", \"ip_address\": \"192.0.2.0/24\", \"except\": [\"a\"]} | b | client_id=web ip_address except",
            })
    void revokesThoseForWhichAllHolds(String body, String revoked, String selector) {
        sessions();
        List<String> expected = revoked == null ? List.of() : List.of(revoked.split(" "));
        String dryRun = body.replaceFirst("}$", ", \"dry_run\": true}");

        revoke(dryRun).then().statusCode(200).body("session_ids", equalTo(expected));
        assertThat(remainingSessions()).hasSize(4);
        revoke(body)
                .then()
                .statusCode(200)
                .body("revoked", equalTo(expected.size()))
                .body("session_ids", equalTo(expected));

        assertThat(remainingSessions()).hasSize(4 - expected.size()).noneMatch(expected::contains);
        assertThat(Sql.list(
                        "select session_id || ' ' || type || ' ' || selector from events where tenant_id = ? and user_id = ?"
                                + " order by session_id",
                        tenant.id(),
                        user))
                .isEqualTo(expected.stream()
                        .map(session -> session + " session.revoked " + selector)
                        .toList());
    }

    /** The recorded address may be any text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "\"\"",
                "\"localhost\"",
                "\"192.0.2\"",
                "\"192.0.2.256\"",
                "\"192.0.2.1/24\"",
                "\":::\"",
                "\"192.0.2.1 \"",
                "\"fe80::1%eth0\"",
                "1",
                "{}",
                "\"\ud83e\udd8a\""
            })
    void anInvalidAddressIsInNoNetwork(String address) {
        session("odd", T, FAR, "{\"ip_address\": " + address + "}");

        revoke("{\"ip_address\": \"0.0.0.0/0\"}").then().statusCode(200).body("revoked", equalTo(0));
        revoke("{\"ip_address\": \"::/0\"}").then().statusCode(200).body("revoked", equalTo(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1"})
    void aMappedAddressIsIpv4(String address) {
        session("mapped", T, FAR, "{\"ip_address\": \"" + address + "\"}");

        revoke("{\"ip_address\": \"::/0\"}").then().body("revoked", equalTo(0));
        revoke("{\"ip_address\": \"192.0.2.1\"}").then().body("revoked", equalTo(1));
    }

    @Test
    void namesTheFirstThousandOfMany() {
        many(user, 2_500);

        Response revoked = revoke("{\"except\": [\"s-0000\"]}");

        revoked.then().statusCode(200).body("revoked", equalTo(2_499)).body("truncated", equalTo(true));
        assertThat(revoked.<List<String>>path("session_ids"))
                .hasSize(1_000)
                .startsWith("s-0001", "s-0002")
                .endsWith("s-1000");
        assertThat(remainingSessions()).containsExactly("s-0000");
        assertThat(Sql.value("select count(*) from events where tenant_id = ?", tenant.id()))
                .isEqualTo("2499");
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1001, true"})
    void saysWhetherItNamesAll(int sessions, boolean truncated) {
        many(user, sessions);

        revoke("{}").then().body("session_ids", hasSize(1_000)).body("truncated", equalTo(truncated));
    }

    @Test
    void keepsTheSessionsOfOthers() {
        String other = tenant.user();
        tenant.session(other, "a");
        sessions();
        revoke("{}").then().statusCode(200);

        as(tenant).get("/api/users/{user}/sessions/a", other).then().statusCode(200);
    }

    /** "revoke" is a valid session id, although its path is that of the bulk action. */
    @Test
    void aSessionMayBeCalledRevoke() {
        tenant.session(user, "revoke");
        as(tenant).get("/api/users/{user}/sessions/revoke", user).then().statusCode(200);
        revoke("{\"except\": [\"revoke\"]}").then().statusCode(200);
        as(tenant).delete("/api/users/{user}/sessions/revoke", user).then().statusCode(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                      | 422 | ``                  | wrong_type",
                "{\"except\": \"a\"}                     | 422 | /except             | wrong_type",
                "{\"except\": [\"a\", \"a\"]}            | 422 | /except/1           | duplicate",
                "{\"client_id\": \"a b\"}                | 422 | /client_id          | identifier",
                "{\"client_id\": null}                   | 422 | /client_id          | wrong_type",
                "{\"ip_address\": \"all\"}               | 422 | /ip_address         | not_an_address",
                "{\"ip_address\": \"192.0.2.1/24\"}      | 422 | /ip_address         | host_bits",
                "{\"initiated_before\": \"2025\"}        | 422 | /initiated_before   | wrong_type",
                "{\"initiated_before\": -1}              | 422 | /initiated_before   | out_of_range",
                "{\"dry_run\": \"true\"}                 | 422 | /dry_run            | wrong_type",
                "{\"dryrun\": true}                      | 422 | /dryrun             | unknown_member",
                "{\"user_ids\": [\"a\"]}                 | 422 | /user_ids           | unknown_member",
                "{                                       | 400 | ``                  | syntax",
            })
    void refusesAnythingElseAndRevokesNothing(String body, int status, String pointer, String code) {
        sessions();

        revoke(body)
                .then()
                .statusCode(status)
                .body("errors[0].pointer", equalTo(pointer == null ? "" : pointer))
                .body("errors[0].code", equalTo(code));

        assertThat(remainingSessions()).hasSize(4);
    }

    @Test
    void isOneLineInTheAuditLog() {
        sessions();
        CapturedLog log = CapturedLog.listen();
        try {
            revoke("{\"client_id\": \"web\", \"ip_address\": \"192.0.2.0/24\", \"dry_run\": true}")
                    .then()
                    .statusCode(200);
            revoke("{\"client_id\": \"web\", \"ip_address\": \"192.0.2.0/24\"}")
                    .then()
                    .statusCode(200);
        } finally {
            log.close();
        }

        assertThat(log.lines("audit")).hasSize(2);
        assertThat(log.lines("audit").getFirst().fields())
                .containsEntry("selector", "client_id=web ip_address")
                .containsEntry("dry_run", "true")
                .doesNotContainKeys("events", "event_id");
        assertThat(log.lines("audit").getLast().fields())
                .containsEntry("selector", "client_id=web ip_address")
                .containsEntry("events", "2")
                .doesNotContainKeys("dry_run", "event_id");
        assertThat(log.lines("audit").toString()).doesNotContain("192.0.2");
    }

    private Response revoke(String body) {
        return as(tenant).body(body).post("/api/users/{user}/sessions/revoke", user);
    }

    private void sessions() {
        session("a", T, FAR, "{\"ip_address\": \"192.0.2.1\"}", "web");
        session("b", T.plusSeconds(1), FAR, "{\"ip_address\": \"192.0.2.2\"}", "app", "web");
        session("c", T.plusSeconds(2), FAR, "{\"ip_address\": \"2001:db8::1\"}", "app");
        session("expired", T, T, "{\"ip_address\": \"192.0.2.1\"}", "web");
    }

    private void session(String id, Instant initiatedAt, Instant expiresAt, String metadata, String... clients) {
        tenant.session(user, id, initiatedAt, expiresAt, T, List.of(clients));
        Sql.run(
                "update sessions set last_metadata = cast(? as jsonb) where tenant_id = ? and session_id = ?",
                metadata,
                tenant.id(),
                id);
    }

    private void many(String owner, int count) {
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at)"
                        + " select ?, ?, 's-' || to_char(n, 'FM0000'), 'k', now(), now() + interval '1 hour', now()"
                        + " from generate_series(0, ? - 1) as n",
                tenant.id(),
                owner,
                count);
    }

    private List<String> remainingSessions() {
        return Sql.list(
                "select session_id from sessions where tenant_id = ? and user_id = ? order by session_id",
                tenant.id(),
                user);
    }
}

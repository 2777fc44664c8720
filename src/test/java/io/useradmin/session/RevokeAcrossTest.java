package io.useradmin.session;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.shared.BulkCall;
import io.useradmin.testsupport.BulkCalls;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Revokes the selected sessions of a tenant, each exactly once, in any number of calls. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RevokeAcrossTest {
    private static final String PATH = "/api/sessions/revoke";

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"user_ids\": [\"u1\", \"u3\", \"nobody\"]`             | u1/a u1/b u3/a | user_ids",
                "`\"user_ids\": [\"u1\", \"u3\"], \"client_id\": \"app\"` | u1/b u3/a      | user_ids client_id=app",
                "`\"user_ids\": [\"u1\", \"u3\"], \"group_id\": \"staff\"` | u3/a          | user_ids group_id=staff",
                "`\"group_id\": \"staff\"`                                | u2/a u3/a      | group_id=staff",
                "`\"group_id\": \"staff\", \"client_id\": \"web\"`        | u2/a           | group_id=staff client_id=web",
                "`\"group_id\": \"nobody\"`                               |                |",
                "`\"client_id\": \"web\"`                                 | u1/a u2/a      | client_id=web",
                "`\"client_id\": \"web\", \"except_user_ids\": [\"u1\"]`  | u2/a           | client_id=web except_user_ids",
                "`\"ip_address\": \"192.0.2.0/31\"`                       | u1/a           | ip_address",
                "`\"ip_address\": \"192.0.2.0/24\", \"client_id\": \"app\"` | u1/b u3/a    | client_id=app ip_address",
                "`\"initiated_before\": 1700000002`                       | u1/a u1/b      | initiated_before=1700000002",
                "`\"initiated_before\": 32503680000`                      | u1/a u1/b u2/a u3/a | initiated_before=32503680000",
            })
    void revokesThoseForWhichAllHolds(String selector, String revoked, String words) {
        sessions();
        List<String> expected = revoked == null ? List.of() : List.of(revoked.split(" "));
        int users = new TreeSet<>(expected.stream()
                        .map(each -> each.replaceFirst("/.*", ""))
                        .toList())
                .size();

        for (boolean dryRun : List.of(true, false)) {
            assertThat(tenant.sessions()).hasSize(5);
            call("{" + selector + ", \"dry_run\": " + dryRun + "}")
                    .then()
                    .statusCode(200)
                    .body("revoked", equalTo(expected.size()))
                    .body("users", equalTo(users))
                    .body("$", not(hasKey("next")));
        }

        assertThat(tenant.sessions()).hasSize(5 - expected.size()).noneMatch(expected::contains);
        assertThat(events())
                .isEqualTo(expected.stream().map(each -> each + " " + words).toList());
    }

    /** All pages together are complete, and agree with the dry run, also if a page ends in the middle of a user. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void continuesAfterEachPage(int limit) {
        for (int user = 0; user < 7; user++) {
            tenant.user("u" + user, "{}", "{}");
            for (int session = 0; session <= user % 4; session++) {
                tenant.session("u" + user, "s" + session, session == 2 ? "app" : "web");
            }
        }
        String selector = "\"client_id\": \"web\", \"except_user_ids\": [\"u3\"], \"limit\": " + limit;

        Map<String, Integer> counted = callAll(selector + ", \"dry_run\": true");
        Map<String, Integer> revoked = callAll(selector);

        assertThat(revoked).isEqualTo(counted).isEqualTo(Map.of("revoked", 10, "users", 6));
        assertThat(tenant.sessions()).containsExactly("u2/s2", "u3/s0", "u3/s1", "u3/s2", "u3/s3", "u6/s2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"user_ids\": [\"u1\", \"u2\", \"u3\"]", "\"group_id\": \"staff\"", "\"client_id\": \"web\""})
    void continuesWithinAUserOfManySessions(String selector) {
        tenant.group("staff");
        for (String user : List.of("u1", "u2", "u3", "other")) {
            tenant.user(user, "{}", "{}");
        }
        List.of("u1", "u2", "u3").forEach(user -> tenant.member(user, "staff"));
        tenant.session("u1", "s", "web");
        many("u2", 1_000);
        tenant.session("u3", "s", "web");
        tenant.session("other", "s", "app");

        assertThat(callAll(selector + ", \"limit\": 600, \"dry_run\": true"))
                .isEqualTo(Map.of("revoked", 1_002, "users", 3));
        assertThat(callAll(selector + ", \"limit\": 600")).isEqualTo(Map.of("revoked", 1_002, "users", 3));
        assertThat(tenant.sessions()).containsExactly("other/s");
    }

    /** Members and users without sessions are also read step by step. */
    @ParameterizedTest
    @ValueSource(strings = {"\"group_id\": \"staff\"", "\"client_id\": \"web\""})
    void findsFewSessionsAmongManyUsers(String selector) {
        tenant.group("staff");
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                        + " select ?, 'u' || to_char(n, 'FM00000'), now(), now() from generate_series(1, 9000) as n",
                tenant.id());
        Sql.run(
                "insert into group_members (tenant_id, user_id, group_id, assigned_at)"
                        + " select tenant_id, user_id, 'staff', now() from users where tenant_id = ?",
                tenant.id());
        for (String user : List.of("u00001", "u02000", "u02001", "u09000")) {
            tenant.session(user, "s", "web");
        }

        assertThat(callAll(selector)).isEqualTo(Map.of("revoked", 4, "users", 4));
    }

    /** More users than a batch locks. */
    @Test
    void revokesFromManyUsers() {
        Sql.run(
                "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                        + " select ?, 'u' || n, now(), now() from generate_series(1, 1000) as n",
                tenant.id());
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids) select tenant_id, user_id, 's', 'k', now(), now() + interval '1 hour', now(), '{web}'"
                        + " from users where tenant_id = ?",
                tenant.id());

        assertThat(callAll("\"client_id\": \"web\"")).isEqualTo(Map.of("revoked", 1_000, "users", 1_000));
        assertThat(events()).hasSize(1_000);
    }

    @Test
    void aCursorIsValidOnlyForItsSelectorAndTenant() {
        sessions();
        String next = call("{\"client_id\": \"app\", \"limit\": 1, \"dry_run\": true}")
                .path("next");
        assertThat(next).matches("[A-Za-z0-9_-]+");

        for (String body : List.of(
                "{\"client_id\": \"web\", \"next\": \"%s\"}",
                "{\"client_id\": \"app\", \"except_user_ids\": [\"u1\"], \"next\": \"%s\"}",
                "{\"client_id\": \"app\", \"initiated_before\": 1, \"next\": \"%s\"}",
                "{\"client_id\": \"app\", \"ip_address\": \"0.0.0.0/0\", \"next\": \"%s\"}",
                "{\"client_id\": \"app\", \"user_ids\": [\"u1\"], \"next\": \"%s\"}",
                "{\"group_id\": \"app\", \"next\": \"%s\"}")) {
            assertMalformed(tenant, body.formatted(next));
        }
        assertMalformed(Tenant.create(), "{\"client_id\": \"app\", \"next\": \"" + next + "\"}");
        assertMalformed(tenant, "{\"client_id\": \"app\", \"next\": \"" + next.substring(1) + "\"}");
        assertMalformed(tenant, "{\"client_id\": \"app\", \"next\": \"\"}");
        call("{\"client_id\": 1, \"next\": \"" + next + "\"}").then().body("errors.pointer", contains("/client_id"));
        call("{\"client_id\": \"app\", \"next\": \"" + next + "\"}")
                .then()
                .statusCode(200)
                .body("revoked", equalTo(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                             | ``               | required",
                "{\"dry_run\": true}                            | ``               | required",
                "{\"except_user_ids\": [\"u1\"]}                | ``               | required",
                "{\"user_ids\": []}                             | /user_ids        | too_few",
                "{\"user_ids\": [], \"client_id\": \"a\"}       | /user_ids        | too_few",
                "{\"user_ids\": \"u1\"}                         | /user_ids        | wrong_type",
                "{\"user_ids\": [\"u1\", \"u1\"]}               | /user_ids/1      | duplicate",
                "{\"user_ids\": [\"a b\"]}                      | /user_ids/0      | identifier",
                "{\"group_id\": \"\"}                           | /group_id        | identifier",
                "{\"client_id\": \"a\", \"limit\": 0}           | /limit           | out_of_range",
                "{\"client_id\": \"a\", \"limit\": 10001}       | /limit           | out_of_range",
                "{\"client_id\": \"a\", \"except\": [\"s\"]}    | /except          | unknown_member",
                "{\"ip_address\": \"192.0.2.1/8\"}              | /ip_address      | host_bits",
            })
    void refusesAmbiguousSelectors(String body, String pointer, String code) {
        sessions();
        call(body)
                .then()
                .statusCode(422)
                .body("errors[0].pointer", equalTo(pointer == null ? "" : pointer))
                .body("errors[0].code", equalTo(code));
        assertThat(tenant.sessions()).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({"'{', 400, syntax", "'', 400, empty_body", "[], 422, wrong_type"})
    void reportsNoMissingSelectorOfAnUnreadableBody(String body, int status, String code) {
        call(body).then().statusCode(status).body("errors.code", contains(code));
    }

    @Test
    void reportsAMissingSelectorWithAllOtherErrors() {
        call("{\"limit\": 0, \"except_user_ids\": [\"a b\"], \"other\": 1}")
                .then()
                .statusCode(422)
                .body("errors.pointer", containsInAnyOrder("", "/limit", "/except_user_ids/0", "/other"));
    }

    @Test
    void revokesFewSessionsInATransaction() {
        tenant.user("u1", "{}", "{}");
        many("u1", 2 * BulkCall.BATCH_CHANGES + 1);

        assertThat(callAll("\"client_id\": \"web\"")).containsEntry("revoked", 2 * BulkCall.BATCH_CHANGES + 1);

        assertThat(Sql.list(
                        "select count(*) from events where tenant_id = ? and type = 'session.revoked' group by xid order by xid",
                        tenant.id()))
                .containsExactly("" + BulkCall.BATCH_CHANGES, "" + BulkCall.BATCH_CHANGES, "1");
    }

    @Test
    void acceptsAThousandUsersAndNoMore() {
        List<String> users = new ArrayList<>();
        for (int user = 0; user < 1_000; user++) {
            users.add("u" + user);
        }
        as(tenant).body(Map.of("user_ids", users)).post(PATH).then().statusCode(200);
        users.add("one-more");
        as(tenant)
                .body(Map.of("user_ids", users))
                .post(PATH)
                .then()
                .statusCode(422)
                .body("errors[0].code", equalTo("too_many"));
    }

    private void assertMalformed(Tenant caller, String body) {
        as(caller)
                .body(body)
                .post(PATH)
                .then()
                .statusCode(400)
                .body("errors[0].pointer", equalTo("/next"))
                .body("errors[0].code", equalTo("malformed"));
    }

    private Response call(String body) {
        return as(tenant).body(body).post(PATH);
    }

    private Map<String, Integer> callAll(String members) {
        return BulkCalls.total(tenant, PATH, members, "revoked", "users");
    }

    private void sessions() {
        tenant.group("staff");
        for (String user : List.of("u1", "u2", "u3")) {
            tenant.user(user, "{}", "{}");
        }
        tenant.member("u2", "staff");
        tenant.member("u3", "staff");
        session("u1", "a", 0, 3_600, "192.0.2.1", "web");
        session("u1", "b", 1, 3_600, "192.0.2.2", "app");
        session("u1", "expired", 0, -1, "192.0.2.1", "web");
        session("u2", "a", 2, 3_600, "2001:db8::1", "web");
        session("u3", "a", 3, 3_600, "192.0.2.3", "app");
    }

    private void session(String user, String id, long initiatedAfter, long lifetime, String address, String client) {
        Instant now = Instant.now();
        Instant initiatedAt = Instant.ofEpochSecond(1_700_000_000 + initiatedAfter);
        tenant.session(user, id, initiatedAt, now.plusSeconds(lifetime), now, List.of(client));
        Sql.run(
                "update sessions set last_metadata = jsonb_build_object('ip_address', ?) where tenant_id = ? and user_id = ?"
                        + " and session_id = ?",
                address,
                tenant.id(),
                user,
                id);
    }

    private void many(String user, int count) {
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids) select ?, ?, 's-' || n, 'k', now(), now() + interval '1 hour', now(), '{web}'"
                        + " from generate_series(1, ?) as n",
                tenant.id(),
                user,
                count);
        Sql.run("analyze sessions");
    }

    private List<String> events() {
        return Sql.list(
                "select user_id || '/' || session_id || ' ' || selector from events where tenant_id = ? and type = 'session.revoked'"
                        + " order by user_id, session_id",
                tenant.id());
    }
}

package io.useradmin.userexport;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.OddText;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The contents of a user's export. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ExportedUserTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** More than two pages. */
    private static final int MANY = 450;

    /** The tables with rows of users. */
    private static final String TABLES = """
            select distinct attrelid::regclass::text from pg_attribute join pg_class on pg_class.oid = attrelid
             where attname = 'user_id' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
             order by 1
            """;

    /** Columns that are not exported, and why. */
    private static final Map<String, String> LEFT_OUT = Map.of(
            "tenant_id", "the caller's own",
            "session_key", "it allows to act as the user",
            "public_data_version", "only tells when the data changed; the audit log has this",
            "private_data_version", "only tells when the data changed; the audit log has this",
            "xid", "PostgreSQL's order of the events",
            "seq", "PostgreSQL's order of the events");

    final Tenant tenant = Tenant.create();
    final String user =
            tenant.user("{\"nickname\": \"ann\", \"n\": 1.0}", "{\"risk\": 123456789012345678901234567890}");

    @Test
    void userIsTheSameAsInOtherOperations() throws IOException {
        fill();

        String text = exported().asString();

        assertThat(text).contains("1.0").contains("123456789012345678901234567890");
        assertThat(JSON.readTree(text).get("user")).isEqualTo(get(""));
    }

    @Test
    void sessionsAreTheSameAsInOtherOperations() {
        for (int number = 0; number < MANY; number++) {
            tenant.session(user, "s" + number, "web", "app");
        }
        List<JsonNode> listed = new ArrayList<>();
        for (int page = 1; page <= MANY / 100 + 1; page++) {
            get("/sessions?size=100&page=" + page).forEach(listed::add);
        }
        listed.forEach(session -> ((ObjectNode) session).remove("session_key"));

        assertThat(section("sessions"))
                .hasSize(MANY)
                .containsExactlyElementsOf(listed.stream()
                        .sorted(Comparator.comparing(
                                session -> session.get("session_id").asText()))
                        .toList());
    }

    @Test
    void addressesAreTheSameAsInOtherOperations() {
        List<JsonNode> put = Stream.of("9.0.0.1", "10.0.0.1", "255.255.255.255", "::1", "2001:db8::1")
                .map(ip -> put("/blocked_ips/" + ip, """
                        {"login_count": 1, "failure_count": 2, "last_login_attempt": 3, "block_until": 32503680000}"""))
                .toList();
        JsonNode free = put("/blocked_ips/0.0.0.0", """
                {"login_count": 2147483647, "failure_count": 0, "last_login_attempt": 3}""");

        assertThat(section("ip_addresses"))
                .startsWith(free)
                .endsWith(put.toArray(JsonNode[]::new))
                .hasSize(put.size() + 1);
        assertThat(get("/blocked_ips")).containsExactlyInAnyOrderElementsOf(put);
    }

    @Test
    void manyAddressesAndGroupsAreComplete() {
        Sql.run(
                "insert into ip_access (tenant_id, user_id, ip, last_login_attempt)"
                        + " select ?, ?, inet '10.0.0.0' + n, now() from generate_series(1, ?) n",
                tenant.id(),
                user,
                MANY);
        Sql.run(
                "insert into groups (tenant_id, group_id, name, created_at)"
                        + " select ?, 'g' || n, 'Group', now() from generate_series(1, ?) n",
                tenant.id(),
                MANY);
        Sql.run(
                "insert into group_members (tenant_id, user_id, group_id, assigned_at)"
                        + " select tenant_id, ?, group_id, now() from groups where tenant_id = ?",
                user,
                tenant.id());

        assertThat(section("ip_addresses")).hasSize(MANY).doesNotHaveDuplicates();
        assertThat(section("groups")).hasSize(MANY).doesNotHaveDuplicates();
    }

    @Test
    void groupsAreTheSameAsInOtherOperations() {
        Sql.run("update groups set description = 'd' where tenant_id = ?", tenant.id());
        for (int number = 0; number < 3; number++) {
            tenant.group("g" + number);
            tenant.member(user, "g" + number);
        }
        Sql.run("update groups set description = 'For ' || name where tenant_id = ? and group_id = 'g1'", tenant.id());
        List<JsonNode> groups = section("groups");

        assertThat(groups)
                .allSatisfy(
                        group -> assertThat(group.get("assigned_at").asLong()).isGreaterThan(1_600_000_000L));
        assertThat(groups.get(1).get("description").asText()).isEqualTo("For Group");
        groups.forEach(group -> ((ObjectNode) group).remove("description"));
        assertThat(groups).containsExactlyElementsOf(get("/groups?sort=group_id:1"));
    }

    @Test
    void auditLogIsTheSameAsInOtherOperations() {
        fill();
        Sql.run("update api_keys set name = 'Own' where tenant_id = ?", tenant.id());
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.updated', ?)",
                tenant.id(),
                user);

        assertThat(section("audit_log")).hasSizeGreaterThan(5).containsExactlyElementsOf(get("/audit_log?size=100"));
    }

    @Test
    void longAuditLogIsComplete() {
        Sql.run(
                "insert into events (tenant_id, xid, occurred_at, type, user_id, selector)"
                        + " select ?, ((n + 4) / 5)::text::xid8, now(), 'session.revoked', ?, n::text from generate_series(1, ?) n",
                tenant.id(),
                user,
                MANY);

        assertThat(section("audit_log"))
                .extracting(entry -> entry.get("selector").asInt())
                .hasSize(MANY)
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** Reads the catalogue, so that new columns and tables are checked automatically. */
    @Test
    void hasEveryColumnOfEveryTable() throws IOException {
        fill();
        String text = JSON.readTree(exported().asString()).toString();
        List<String> tables = Sql.list(TABLES);

        assertThat(tables).contains("users", "sessions", "events");
        for (String table : tables) {
            List<String> rows = Sql.list(
                    "select to_jsonb(stored)::text from " + table + " stored where tenant_id = ? and user_id = ?",
                    tenant.id(),
                    user);
            assertThat(rows).as("the test has rows of the user in %s", table).isNotEmpty();
            for (String row : rows) {
                JSON.readTree(row).properties().stream()
                        .filter(column -> !LEFT_OUT.containsKey(column.getKey()))
                        .forEach(column -> values(column.getValue())
                                .forEach(value -> assertThat(text)
                                        .as("%s of %s", column.getKey(), table)
                                        .contains(value)));
            }
        }
    }

    @Test
    void hasNoSessionKey() {
        tenant.session(user, "s");

        assertThat(exported().asString()).doesNotContain("session_key").doesNotContain("sk-s");
    }

    @Test
    void hasExpiredSessionsAndBlocks() {
        Instant past = Instant.now().minus(1, ChronoUnit.DAYS);
        tenant.session(user, "expired", past, past, past, List.of());
        tenant.access(user, "192.0.2.9", past, past);

        assertThat(section("sessions")).hasSize(1);
        assertThat(section("ip_addresses")).hasSize(1);
    }

    @Test
    void hasEmptySections() throws IOException {
        JsonNode document = JSON.readTree(exported().asString());

        assertThat(document.properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("user", "sessions", "ip_addresses", "groups", "audit_log");
        assertThat(document.properties().stream().skip(1))
                .allMatch(section ->
                        section.getValue().isArray() && section.getValue().isEmpty());
    }

    /** Each session is larger than a page's limit in bytes. */
    @Test
    void hasLargeSessions() {
        List<String> clients = Stream.generate(
                        () -> UUID.randomUUID().toString().repeat(3))
                .limit(1_300)
                .toList();
        Instant now = Instant.now();
        for (int number = 0; number < 3; number++) {
            tenant.session(user, "s" + number, now, now, now, clients);
        }
        tenant.session(user, "s3");

        assertThat(section("sessions"))
                .extracting(session -> session.get("client_ids").size())
                .containsExactly(1_300, 1_300, 1_300, 0);
    }

    @Test
    void keepsOddText() {
        var random = new Random(18);
        for (int number = 0; number < 100; number++) {
            String odd = OddText.of(random, 1, 30);
            tenant.group("g" + number);
            tenant.member(user, "g" + number);
            Sql.run("update groups set name = ? where tenant_id = ? and group_id = ?", odd, tenant.id(), "g" + number);
            assertThat(section("groups"))
                    .extracting(group -> group.get("name").asText())
                    .contains(odd);
        }
    }

    @Test
    void needsNoOtherScope() throws IOException {
        Response response = withKey(tenant.key("users:export").reveal()).get("/api/users/{user}/export", user);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(response.asString())
                        .at("/user/private_data/risk")
                        .isNumber())
                .isTrue();
        assertThat(withKey(tenant.key("users:read", "private_data:read").reveal())
                        .get("/api/users/{user}/export", user)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void isNotCached() {
        Response response = exported();

        assertThat(response.header("Cache-Control")).isEqualTo("no-store");
        assertThat(response.contentType()).startsWith("application/json");
    }

    @Test
    void answersHeadWithoutABody() {
        Response head = as(tenant).head("/api/users/{user}/export", user);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.contentType()).startsWith("application/json");
        assertThat(head.header("Cache-Control")).isEqualTo("no-store");
        assertThat(head.asString()).isEmpty();
        assertThat(as(tenant).head("/api/users/nobody/export").statusCode()).isEqualTo(404);
    }

    @Test
    void is404ForAnUnknownUser() {
        String other = Tenant.create().user();

        assertThat(as(tenant).get("/api/users/nobody/export").statusCode()).isEqualTo(404);
        assertThat(as(tenant).get("/api/users/{user}/export", other).statusCode())
                .isEqualTo(404);
    }

    /** Fills every table and every column for the user. */
    private void fill() {
        put("", """
                {"password_updated_at": 1700000001, "has_password": true, "disabled": true,
                 "claims": {"name": "Ann Example", "given_name": "Ann", "family_name": "Example"},
                 "public_data": {"nickname": "ann", "n": 1.0}, "private_data": {"risk": 123456789012345678901234567890},
                 "username": {"username": "ann", "authenticators": ["password"], "idps": ["github"]},
                 "emails": [{"email": "ann@example.com", "verified": true, "primary": true, "authenticators": ["email"]}],
                 "phone_numbers": [{"phone": "+358401234567", "verified": true, "primary": true}],
                 "idps": [{"authenticator": "google", "provider_user_id": "g-1", "claims": {"name": "Ann at Google"}}]}""");
        put("/sessions/s1", """
                {"session_key": "secret-key", "initiated_at": 1700000002, "expires_at": 32503680000, "last_updated": 1700000003,
                 "client_ids": ["web-shop"], "last_metadata": {"country": "FI", "city": "Turku", "user_agent": "Mozilla"}}""");
        put("/blocked_ips/192.0.2.1", """
                {"login_count": 17, "failure_count": 23, "last_login_attempt": 1700000004, "block_until": 32503680001}""");
        tenant.group("staff");
        as(tenant)
                .header("X-Actor", "support:aino")
                .header("X-Reason", "TICKET-4711")
                .post("/api/users/{user}/groups/staff", user)
                .then()
                .statusCode(201);
        as(tenant).delete("/api/users/{user}/sessions/s1", user).then().statusCode(204);
        put("/sessions/s2", """
                {"session_key": "secret-key", "initiated_at": 1700000002, "expires_at": 32503680000}""");
    }

    private JsonNode put(String path, String body) {
        Response response = as(tenant).body(body).put("/api/users/" + user + path);
        assertThat(response.statusCode()).isIn(200, 201);
        return json(response);
    }

    private JsonNode get(String path) {
        Response response = as(tenant).get("/api/users/" + user + path);
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response);
    }

    private Response exported() {
        Response response = as(tenant).get("/api/users/{user}/export", user);
        assertThat(response.statusCode()).isEqualTo(200);
        return response;
    }

    private List<JsonNode> section(String name) {
        return StreamSupport.stream(json(exported()).get(name).spliterator(), false)
                .toList();
    }

    /** The texts of a column's value in the document. Times are in whole seconds. */
    private static Stream<String> values(JsonNode column) {
        if (column.isContainerNode()) {
            return column.valueStream().flatMap(ExportedUserTest::values);
        }
        String text = column.asText();
        return column.isNull()
                ? Stream.empty()
                : Stream.of(
                        text.matches("\\d{4}-\\d\\d-\\d\\dT.*")
                                ? Long.toString(OffsetDateTime.parse(text).toEpochSecond())
                                : text);
    }

    private static JsonNode json(Response response) {
        try {
            return JSON.readTree(response.asString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

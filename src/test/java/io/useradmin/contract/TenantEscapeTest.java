package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiOperation.QueryParameter;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No parameter gives access to another tenant's data: neither if both tenants have the same ids nor if only the other tenant
 * has the id.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TenantEscapeTest {
    static final List<String> FILTERS_OF_USERS = List.of(
            "email=theirs@example.com",
            "phone=%2B358409999999",
            "username=theirs",
            "provider_user_id=theirs",
            "provider_user_id=theirs&authenticator=github",
            "group_id=theirs",
            "filter=email:theirs@example.com",
            "filter=phone:%2B358409999999",
            "filter=username:theirs",
            "filter=user_id:theirs");

    static final List<String> FILTERS_OF_A_USER =
            List.of("/sessions?client_id=theirs", "/sessions?clientId=theirs", "/blocked_ips?filter=198.51.100.9");

    static final List<String> FILTERS_OF_EVENTS = List.of(
            "/api/events?user_id=theirs",
            "/api/events?type=*",
            "/api/audit_log?actor=theirs",
            "/api/audit_log?key_id=theirs",
            "/api/audit_log?type=io.useradmin.group.created",
            "/api/users/theirs/audit_log?type=io.useradmin.group.created");

    static final List<String> FILTERS_OF_STREAMS =
            List.of("/api/ssf/streams?stream_id=theirs", "/api/ssf/status?stream_id=theirs");
    static final List<String> FILTERS_OF_BLOCKED_IPS = List.of("/api/blocked_ips?ip_address=198.51.100.9");

    /** Parameters that select no rows. FeedTest uses another tenant's cursors. */
    private static final Set<String> NO_FILTERS =
            Set.of("page", "size", "sort", "cursor", "before", "after", "wait", "view");

    private static final String USER = "same";

    final Tenant other = createTenant("other");
    /** Created second: both create a key with the same id, and only the last tenant keeps it. */
    final Tenant own = createTenant("own");

    final List<String> before = Snapshot.of(other);

    /** The tenants have the same identifiers. Only their documents differ. */
    private static Tenant createTenant(String mark) {
        Tenant tenant = Tenant.create();
        tenant.user(USER, "{\"of\": \"" + mark + "\"}", "{\"of\": \"" + mark + "\"}");
        ApiOperation.createRowsFor(tenant, USER);
        // A token that pollEvents acknowledges.
        Sql.run("update ssf_streams set verification_id = 'a' where tenant_id = ?", tenant.id());
        return tenant;
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void seesAndChangesOnlyTheCallersTenantIfIdsAreTheSame(ApiOperation operation) throws Exception {
        assertStaysWithinTheTenant(() -> operation.send(own.apiKey(), USER), operation.success());
    }

    /** Requests that other statements execute than those of the test above. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PATCH  | /public_data         | {\"public_data\": {\"a\": {\"b\": 1}}}   | 200",
                "PATCH  | /private_data        | {\"private_data\": {\"a\": {\"b\": 1}}}  | 200",
                "DELETE | ``                   | ``                                       | 204",
                "POST   | /disable             | {\"revoke_sessions\": false}             | 200",
                "POST   | /sessions/revoke     | {}                                       | 200",
                "POST   | /blocked_ips/unblock | {\"ip_address\": \"all\"}                | 200",
            })
    void soDoOtherRequests(String method, String path, String body, int status) throws Exception {
        String tag = as(own).get("/api/users/" + USER).header("ETag");
        var request = method.equals("DELETE") ? as(own).header("If-Match", tag) : as(own);
        assertStaysWithinTheTenant(
                () -> (body.isEmpty() ? request : request.body(body)).request(method, "/api/users/" + USER + path),
                status);
    }

    /** A request also waits for no row of the other tenant, and returns no row twice. */
    private void assertStaysWithinTheTenant(Supplier<Response> request, int status) throws SQLException {
        createRowsOfOtherTenant();
        List<String> theirs = Snapshot.of(other);

        try (Connection holder = TestDatabase.begin()) {
            for (String table : Snapshot.tables()) {
                String lock = "select 1 from " + table + " where tenant_id = ? for update";
                Jdbc.update(holder, lock, other.id());
            }
            Response answer = request.get();

            answer.then().statusCode(status);
            assertThat(answer.asString()).doesNotContain("\"other\"", "theirs", "198.51.100.9");
            if (answer.header("X-Pagination") != null) {
                assertThat(answer.<List<?>>path("$")).doesNotHaveDuplicates();
            }
        }
        assertThat(Snapshot.of(other)).isEqualTo(theirs);
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#needingUser")
    void findsNoUserOfAnotherTenant(ApiOperation operation) {
        Sql.run("delete from users where tenant_id = ? and user_id = ?", own.id(), USER);

        operation.send(own.apiKey(), USER).then().statusCode(404).body("type", containsString("user-not-found"));

        assertThat(Snapshot.of(other)).isEqualTo(before);
    }

    /** Tries every id in a path, except the user's. Only the other tenant has it. */
    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void findsNothingOfAnotherTenantByItsIds(ApiOperation operation) {
        Map<String, String> ids = Map.of(
                "session_id",
                "theirs",
                "group_id",
                "theirs",
                "ip",
                "198.51.100.9",
                "email_id",
                "theirs",
                "phone_id",
                "theirs",
                "key_id",
                "theirs");
        createRowsOfOtherTenant();
        List<String> theirs = Snapshot.of(other);

        operation.parameters().keySet().forEach(parameter -> {
            assertThat(ids).as("an id of the other tenant").containsKey(parameter);
            operation
                    .with(parameter, ids.get(parameter))
                    .send(own.apiKey(), USER)
                    .then()
                    .statusCode(operation.method().equals("PUT") ? 201 : 404);
        });

        assertThat(Snapshot.of(other)).isEqualTo(theirs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "blocked_ips/unblock               | {\"ip_address\": \"198.51.100.9\"} | 404",
                "blocked_ips/unblock               | {\"ip_address\": \"all\"}          | 200",
                "external_authenticator/disconnect | {\"authenticator\": \"github\", \"provider_user_id\": \"theirs\"} | 404",
            })
    void findsNothingOfAnotherTenantByAnIdInABody(String path, String body, int status) {
        createRowsOfOtherTenant();
        List<String> theirs = Snapshot.of(other);

        as(own).body(body).post("/api/users/" + USER + "/" + path).then().statusCode(status);

        assertThat(Snapshot.of(other)).isEqualTo(theirs);
    }

    private void createRowsOfOtherTenant() {
        other.session(USER, "theirs");
        other.group("theirs");
        other.member(USER, "theirs");
        other.blocked(USER, "198.51.100.9");
        other.identity(USER, "github", "theirs");
        other.keyToManage("theirs");
        other.contact("emails", "email", USER, "theirs", "theirs@example.com", false);
        other.contact("phones", "phone", USER, "theirs", "+35849", false);
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id, ip_address)"
                        + " values (?, now(), 'ip.blocked', ?, '198.51.100.9')",
                other.id(),
                USER);
    }

    @ParameterizedTest
    @FieldSource("FILTERS_OF_USERS")
    void findsNobodyOfAnotherTenantByIdentifiers(String filter) {
        other.user("theirs", "{}", "{}");
        other.email("theirs", "theirs@example.com", true);
        other.phone("theirs", "+358409999999");
        other.username("theirs", "theirs");
        other.identity("theirs", "github", "theirs");
        other.group("theirs");
        other.member("theirs", "theirs");

        withKey(own.apiKey())
                .get("/api/users?" + filter)
                .then()
                .statusCode(200)
                .body("$", empty())
                .header("X-Pagination", containsString("\"total_count\":0"));
        withKey(other.apiKey()).get("/api/users?" + filter).then().body("user_id", equalTo(List.of("theirs")));
    }

    @ParameterizedTest
    @FieldSource("FILTERS_OF_A_USER")
    void filtersWithinTheCallersOwn(String list) {
        other.session(USER, "theirs", "theirs");
        other.blocked(USER, "198.51.100.9");

        as(own).get("/api/users/" + USER + list).then().statusCode(200).body("$", empty());
    }

    @ParameterizedTest
    @FieldSource("FILTERS_OF_EVENTS")
    void filtersEventsWithinTheCallersOwn(String list) {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id, actor, key_id)"
                        + " values (?, now(), 'group.created', 'theirs', 'theirs', 'theirs')",
                other.id());

        as(own).get(list).then().statusCode(200).body("$", empty());
        as(other).get(list).then().statusCode(200).body("$", hasSize(1));
    }

    @ParameterizedTest
    @FieldSource("FILTERS_OF_STREAMS")
    void findsNoStreamOfAnotherTenant(String path) {
        other.stream("theirs");

        as(own).get(path).then().statusCode(404);
        as(other).get(path).then().statusCode(200).body("stream_id", equalTo("theirs"));
        for (ApiOperation operation : ApiOperation.all().toList()) {
            if (operation.body().contains("stream-1")) {
                as(own).body(operation.body().replace("stream-1", "theirs"))
                        .request(operation.method(), operation.template())
                        .then()
                        .statusCode(404);
            } else if (operation.target(USER).contains("stream-1")) {
                as(own).body(operation.body().isEmpty() ? "{}" : operation.body())
                        .request(operation.method(), operation.target(USER).replace("stream-1", "theirs"))
                        .then()
                        .statusCode(404);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("FILTERS_OF_BLOCKED_IPS")
    void findsNoAddressOfAnotherTenant(String list) {
        other.blocked(USER, "198.51.100.9");

        as(own).get(list).then().statusCode(200).body("$", empty());
        as(other).get(list).then().statusCode(200).body("$", hasSize(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sessions/revoke     | {\"user_ids\": [\"theirs\"]}",
                "sessions/revoke     | {\"group_id\": \"theirs\"}",
                "sessions/revoke     | {\"client_id\": \"theirs\"}",
                "sessions/revoke     | {\"initiated_before\": 32503680000}",
                "sessions/revoke     | {\"ip_address\": \"::/0\"}",
                "blocked_ips/unblock | {\"ip_address\": \"198.51.100.9\"}",
                "blocked_ips/unblock | {\"ip_address\": \"0.0.0.0/0\"}",
            })
    void bulkActionsStayWithinTheTenant(String path, String body) {
        other.user("theirs", "{}", "{}");
        other.session("theirs", "theirs", "theirs");
        createRowsOfOtherTenant();
        List<String> theirs = Snapshot.of(other);

        as(own).body(body).post("/api/" + path).then().statusCode(200);

        assertThat(Snapshot.of(other)).isEqualTo(theirs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"user_ids\": [\"same\"]                           | 1",
                "\"group_id\": \"theirs\"                           | 0",
                "\"group_id\": \"theirs\", \"user_ids\": [\"same\"] | 0",
            })
    void countsOnlySessionsAndMembersOfTheTenant(String selector, int sessions) {
        createRowsOfOtherTenant();

        as(own).body("{" + selector + ", \"dry_run\": true}")
                .post("/api/sessions/revoke")
                .then()
                .statusCode(200)
                .body("revoked", equalTo(sessions));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?sort=user_id:1",
                "?sort=creation_time:1",
                "?group_id=group-0",
                "?group_id=group-0&sort=creation_time:1"
            })
    void listsTheUsersOfTheTenant(String query) {
        as(own).get("/api/users" + query)
                .then()
                .statusCode(200)
                .body("user_id", equalTo(List.of(USER)))
                .header("X-Pagination", containsString("\"total_count\":1,"));
    }

    /** A user of the other tenant with the id of the caller's user has the value, and so has another user of the caller. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"username\": {\"username\": \"theirs\"}",
                "\"emails\": [{\"email\": \"theirs@example.com\"}]",
                "\"phone_numbers\": [{\"phone\": \"+35849\"}]",
                "\"idps\": [{\"authenticator\": \"github\", \"provider_user_id\": \"theirs\"}]",
            })
    void aValueIsTakenWhoeverHasItInAnotherTenant(String value) {
        createRowsOfOtherTenant();
        Sql.run("update usernames set username = 'theirs' where tenant_id = ?", other.id());
        own.user("second", "{}", "{}");
        own.username("second", "theirs");
        own.email("second", "theirs@example.com", true);
        own.phone("second", "+35849");
        own.identity("second", "github", "theirs");

        as(own).body("{" + value + "}").put("/api/users/" + USER).then().statusCode(409);
    }

    @Test
    void forgetsAProviderThatTheUserHasOnlyInAnotherTenant() {
        as(own).body(ApiOperation.named("disconnectAuthenticator").body())
                .post("/api/users/" + USER + "/external_authenticator/disconnect")
                .then()
                .statusCode(200)
                .body("username.idps", empty());
    }

    @Test
    void setsAUsernameAlsoIfTheUserHasOneInAnotherTenant() {
        as(own).delete("/api/users/" + USER + "/username").then().statusCode(200);

        as(own).body("{\"username\": \"name-2\"}")
                .put("/api/users/" + USER + "/username")
                .then()
                .statusCode(200)
                .body("username.username", equalTo("name-2"));
    }

    @Test
    void filtersAboveAreComplete() {
        List<String> tried = Stream.of(
                        FILTERS_OF_USERS,
                        FILTERS_OF_A_USER,
                        FILTERS_OF_EVENTS,
                        FILTERS_OF_STREAMS,
                        FILTERS_OF_BLOCKED_IPS)
                .flatMap(List::stream)
                .flatMap(query -> Stream.of(query.replaceFirst(".*\\?", "").split("&")))
                .map(filter -> filter.replaceFirst("=.*", ""))
                .toList();

        assertThat(ApiOperation.all().flatMap(operation -> operation.query().stream()))
                .extracting(QueryParameter::name)
                .filteredOn(name -> !NO_FILTERS.contains(name))
                .isNotEmpty()
                .isSubsetOf(tried);
    }

    @Test
    void takesNoCursorOfAnotherTenant() {
        other.user("second", "{}", "{}");
        var page = as(other).get("/api/users?size=1");
        String cursor = Pages.nextCursor(page);

        as(other).get("/api/users?cursor=" + cursor).then().statusCode(200);
        as(own).get("/api/users?cursor=" + cursor).then().statusCode(400);
    }

    /** Clients choose the ids of entries, so two tenants may use the same ids. */
    @Test
    void writesEntriesWithTheIdsOfAnotherTenantsEntries() {
        as(own).body(as(other).get("/api/users/" + USER).asString())
                .put("/api/users/" + USER)
                .then()
                .statusCode(200)
                .body("public_data.of", equalTo("other"));
        as(own).body("{\"user_id\": \"somebody\"}")
                .put("/api/users/" + USER)
                .then()
                .statusCode(422);

        assertThat(Snapshot.of(other)).isEqualTo(before);
    }

    /** Only the key determines the tenant. Nothing else in the request does. */
    @ParameterizedTest
    @ValueSource(
            strings = {"X-Tenant", "X-Tenant-Id", "tenant_id", "X-Forwarded-User", "X-Original-URL", "X-Rewrite-URL"})
    void takesNoTenantFromAHeaderOrAQuery(String name) {
        withKey(own.apiKey())
                .header(name, other.id())
                .queryParam(name, other.id())
                .get("/api/users/" + USER + "/private_data")
                .then()
                .statusCode(200)
                .body("private_data.of", equalTo("own"));
    }
}

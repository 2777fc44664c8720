package io.useradmin.schema;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.apikey.ApiKey;
import io.useradmin.audit.SwitchedReads;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiOperation.QueryParameter;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The file has exactly the statements that the service sends. So changes are visible, and ReleasedStatementsTest can check
 * later migrations against them.
 */
@QuarkusTest
@TestProfile(RecordedReads.class)
class StatementsTest {
    private static final String UPDATE = "update-statements";

    @Test
    void fileHasTheSentStatements() throws Exception {
        SwitchedReads.notRecorded(StatementsTest::sendAll);

        compare(Predicate.not(Statements::isOfARecordedRead));
    }

    /** Makes the service send every statement except those of recorded reads. */
    static void sendAll() throws Exception {
        for (ApiOperation operation : ApiOperation.all().toList()) {
            use(operation);
        }
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        tenant.user();
        sendEveryRead(tenant, user);
        acknowledge(tenant, user);
        change(tenant, user);
        repeat(tenant, user);
        Management.get("/q/metrics").then().statusCode(200);
    }

    /** Compares the sent statements with those in the file, both limited to {@code part}. */
    static void compare(Predicate<String> part) throws IOException {
        Set<String> sent = OverheardDatabase.STATEMENTS.stream().filter(part).collect(Collectors.toSet());
        List<String> inFile = Statements.read(Statements.CURRENT);
        if (Boolean.getBoolean(UPDATE)) {
            Stream<String> others = inFile.stream().filter(part.negate());
            Statements.write(
                    Statements.CURRENT,
                    Stream.concat(sent.stream(), others).sorted().toList());
            inFile = Statements.read(Statements.CURRENT);
        }
        assertThat(sent)
                .as(
                        "the service sends other statements than those in %s; to accept the change, run"
                                + " ./mvnw test -Dtest=StatementsTest,RecordedReadsStatementsTest -D%s=true and commit the file",
                        Statements.CURRENT, UPDATE)
                .containsExactlyInAnyOrderElementsOf(
                        inFile.stream().filter(part).toList());
    }

    /** Sends each GET with each order and each filter. */
    static void sendEveryRead(Tenant tenant, String user) {
        for (ApiOperation operation :
                ApiOperation.all().filter(each -> each.method().equals("GET")).toList()) {
            String path = operation.target(user);
            queries(operation).forEach(query -> get(tenant, path + (path.contains("?") ? "&" : "?") + query));
            followCursor(tenant, operation, path);
        }
    }

    /** Sends the operation's request once with success, and once for a user who does not exist. */
    static void use(ApiOperation operation) throws Exception {
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
        operation.send(tenant.apiKey(), "nobody");
        tenant.awaitUseOfAKey();
    }

    /** A page past the end, each order, and each filter, also past the end. Some are refused, which is harmless. */
    private static Stream<String> queries(ApiOperation operation) {
        Stream<String> each = operation.query().stream()
                .flatMap(parameter -> parameter.values().isEmpty()
                        ? Stream.of("", "page=9&").map(start -> start + query(parameter.name(), parameter.example()))
                        : parameter.values().stream().map(value -> query(parameter.name(), value)));
        return Stream.concat(Stream.of("page=9"), each);
    }

    private static String query(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Follows the cursor of the first page in each order. */
    private static void followCursor(Tenant tenant, ApiOperation operation, String path) {
        Map<String, QueryParameter> query =
                operation.query().stream().collect(Collectors.toMap(QueryParameter::name, Function.identity()));
        if (query.containsKey("cursor") && query.containsKey("sort")) {
            for (String order : query.get("sort").values()) {
                String links = get(tenant, path + "?size=1&sort=" + order).header("Link");
                get(tenant, links.replaceAll(".*<([^>]*)>; rel=\"next\".*", "$1"));
            }
        }
    }

    private static Response get(Tenant tenant, String path) {
        return as(tenant).get(path);
    }

    /** Polls and acknowledges events. */
    private static void acknowledge(Tenant tenant, String user) {
        as(tenant).delete("/api/users/{user}/sessions/session-1", user).then().statusCode(204);
        FeedEnd.awaitAll(tenant);
        Map<String, String> sets =
                poll(tenant, "{\"returnImmediately\": true}").jsonPath().getMap("sets");
        assertThat(sets).hasSize(1);
        poll(
                tenant,
                "{\"maxEvents\": 0, \"ack\": [\"" + sets.keySet().iterator().next() + "\"]}");
    }

    private static Response poll(Tenant tenant, String body) {
        return as(tenant).body(body).post("/api/ssf/poll?stream_id=stream-1");
    }

    /** A bulk action with each selector, as a dry run and for real. */
    private static void change(Tenant tenant, String path, String... selectors) {
        for (String selector : selectors) {
            for (boolean dryRun : List.of(true, false)) {
                as(tenant)
                        .body("{" + selector + ", \"dry_run\": " + dryRun + "}")
                        .post(path)
                        .then()
                        .statusCode(200);
            }
        }
    }

    /** Changes a user's identifiers, addresses and sessions. A key revokes itself. */
    private static void change(Tenant tenant, String user) {
        as(tenant)
                .body("{\"username\": {\"username\": \"ann\"}, \"emails\": [{\"email\": \"a@example.com\"}]}")
                .put("/api/users/{user}", user)
                .then()
                .statusCode(200);
        as(tenant)
                .body("{\"ip_address\": \"all\"}")
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then()
                .statusCode(200);
        change(tenant, "/api/users/" + user + "/sessions/revoke", "\"except\": []");
        change(
                tenant,
                "/api/sessions/revoke",
                "\"client_id\": \"a\"",
                "\"user_ids\": [\"a\"]",
                "\"group_id\": \"a\"",
                "\"user_ids\": [\"a\"], \"group_id\": \"a\"");
        change(tenant, "/api/blocked_ips/unblock", "\"ip_address\": \"0.0.0.0/0\"");
        ApiKey own = tenant.key("*");
        withKey(own.reveal()).delete("/api/keys/" + own.keyId()).then().statusCode(204);
    }

    /** Requests with an Idempotency-Key: a single transaction, a bulk action, and a refused bulk action. */
    private static void repeat(Tenant tenant, String user) {
        for (int time = 0; time < 2; time++) {
            keyed(tenant, "disable", "/api/users/" + user + "/disable", "{}", 200);
            keyed(tenant, "revoke", "/api/sessions/revoke", "{\"client_id\": \"a\"}", 200);
            keyed(tenant, "refused", "/api/sessions/revoke", "{}", 422);
        }
    }

    private static void keyed(Tenant tenant, String idempotencyKey, String path, String body, int status) {
        as(tenant)
                .header("Idempotency-Key", idempotencyKey)
                .body(body)
                .post(path)
                .then()
                .statusCode(status);
    }
}

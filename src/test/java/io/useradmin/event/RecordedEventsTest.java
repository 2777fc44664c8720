package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every change appends its events. A request that changes nothing appends none. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RecordedEventsTest {
    private static final String FAR = "32503680000";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    /** Operations that would change nothing with the usual id, and the parameter that gets a new id. */
    private static final Map<String, String> NEW = Map.of("putGroup", "group_id", "putSession", "session_id");

    /** Poll and verification requests of a receiver change no data of the tenant. */
    private static final Set<String> WITHOUT_EVENTS = Set.of("verifyStream", "pollEvents");

    static Stream<ApiOperation> writes() {
        return ApiOperation.all().filter(operation -> !operation.method().equals("GET"));
    }

    static Stream<ApiOperation> writesWithEvents() {
        return writes().filter(operation -> !WITHOUT_EVENTS.contains(operation.id()));
    }

    @ParameterizedTest
    @MethodSource("writesWithEvents")
    void everyWriteHasAnEventWithItsAuthor(ApiOperation write) {
        write.prepare(tenant);
        String parameter = NEW.get(write.id());
        int status =
                send(parameter == null ? write : write.with(parameter, "new")).statusCode();
        assertThat(status).isIn(write.success(), 201);

        JsonNode event = Events.last(tenant);
        assertThat(event.get("specversion").asText()).isEqualTo("1.0");
        assertThat(event.get("source").asText()).isEqualTo("/tenants/" + tenant.id());
        assertThat(event.get("id").asText())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(event.at("/data/key/key_id").asText()).isNotEmpty();
        assertThat(event.at("/data/key/name").asText()).isEqualTo("test");
        assertThat(event.at("/data/trace_id").asText()).matches("[0-9a-f]{32}");
        assertThat(event.toString()).doesNotContain("support:aino", "TICKET");
        as(tenant)
                .get("/api/audit_log")
                .then()
                .statusCode(200)
                .body("[0].id", equalTo(event.get("id").asText()))
                .body("[0].actor", equalTo("support:aino"))
                .body("[0].reason", equalTo("TICKET-1: stolen"))
                .body("[0].type", equalTo(event.get("type").asText()));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aWriteThatFailsHasNone(ApiOperation write) {
        as(tenant)
                .header("X-Actor", "not an identifier")
                .body(write.hasBody() ? write.body() : "{}")
                .request(write.method(), write.target(user))
                .then()
                .statusCode(422)
                .body("errors.header", hasItem("X-Actor"));

        assertThat(Events.types(tenant)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PATCH  | /public_data  | {\"public_data\": {}}",
                "PATCH  | /public_data  | {\"public_data\": {\"color\": \"blue\"}}",
                "PATCH  | /private_data | {\"private_data\": {\"none\": null}}",
                "POST   | /groups/group-0 | `{}`",
                "DELETE | /sessions/none | `{}`",
                "DELETE | /groups/group-1 | `{}`",
                "PUT    | /blocked_ips/198.51.100.1 | {\"login_count\": 1, \"failure_count\": 0, \"last_login_attempt\": 1}",
            })
    void requestsWithoutChangesAppendNothing(String method, String path, String body) {
        as(tenant).body(body).request(method, "/api/users/" + user + path);

        assertThat(Events.types(tenant)).isEmpty();
    }

    @Test
    void namesWhatChangedAndNeverValues() {
        as(tenant)
                .body("{\"private_data\": {\"plan\": \"gold\", \"a/b\": {\"c~d\": 1, \"e\": [2]}}}")
                .patch("/api/users/{user}/private_data", user)
                .then()
                .statusCode(200);
        as(tenant)
                .body("{\"private_data\": {\"a/b\": {\"c~d\": 1.0, \"new\": 3}}}")
                .patch("/api/users/{user}/private_data", user)
                .then()
                .statusCode(200);

        List<JsonNode> events = Events.feed(tenant, 10);
        assertThat(events)
                .extracting(event -> event.at("/data/changed").toString())
                .containsExactly("[\"/a~1b\",\"/plan\"]", "[\"/a~1b/c~0d\",\"/a~1b/new\"]");
        assertThat(events.toString()).doesNotContain("gold");
    }

    @Test
    void hasTheNameOfItsKey() {
        Sql.run("update api_keys set name = 'Own' where tenant_id = ?", tenant.id());
        put(user, "{\"disabled\": true}");

        assertThat(Events.feed(tenant, 10))
                .isNotEmpty()
                .allSatisfy(
                        event -> assertThat(event.at("/data/key/name").asText()).isEqualTo("Own"));
    }

    /** Of a patch without nested objects, for which another statement names the members. */
    @Test
    void namesEveryMemberThatAFlatPatchChanges() {
        for (String patch : List.of("{\"a\": 1, \"b\": 1, \"c\": 1}", "{\"a\": 1.0, \"b\": 2, \"c\": 1, \"d\": 1}")) {
            as(tenant)
                    .body("{\"private_data\": " + patch + "}")
                    .patch("/api/users/{user}/private_data", user)
                    .then()
                    .statusCode(200);
        }

        assertThat(Events.feed(tenant, 10))
                .extracting(event -> event.at("/data/changed").toString())
                .containsExactly("[\"/a\",\"/b\",\"/c\"]", "[\"/a\",\"/b\",\"/d\"]");
    }

    @Test
    void hasAnEventForEachKindOfChange() {
        put(user, "{\"disabled\": true, \"emails\": [{\"email\": \"a@example.com\"}], \"public_data\": {\"x\": 1}}");

        assertThat(Events.types(tenant))
                .containsExactlyInAnyOrder(
                        "user.updated",
                        "user.disabled",
                        "user.public_data.updated",
                        "user.private_data.updated",
                        "identity.disconnected");

        put(
                "new-user",
                "{\"disabled\": true, \"idps\": [{\"authenticator\": \"google\", \"provider_user_id\": \"g\"}]}");
        assertThat(Events.types(tenant)).last().isEqualTo("user.created");

        put("new-user", "{\"idps\": [{\"authenticator\": \"github\", \"provider_user_id\": \"h\"}]}");
        assertThat(Events.types(tenant).subList(6, 10))
                .containsExactlyInAnyOrder(
                        "user.updated", "user.enabled", "identity.connected", "identity.disconnected");
        put("new-user", "{\"idps\": [{\"authenticator\": \"github\", \"provider_user_id\": \"h\"}]}");
        assertThat(Events.types(tenant)).hasSize(10);
    }

    @Test
    void aNewEndOfABlockIsABlock() {
        String access = "{\"login_count\": 0, \"failure_count\": %d, \"last_login_attempt\": 1, \"block_until\": %d}";
        put(user + "/blocked_ips/192.0.2.9", access.formatted(1, 4_000_000_000L));
        put(user + "/blocked_ips/192.0.2.9", access.formatted(2, 4_000_000_000L));
        put(user + "/blocked_ips/192.0.2.9", access.formatted(2, 4_000_000_001L));

        assertThat(Events.types(tenant)).containsExactly("ip.blocked", "ip.blocked");
    }

    @Test
    void recordsSessionsAndBlocks() {
        String live = "{\"session_key\": \"k\", \"expires_at\": " + FAR + "}";
        put(user + "/sessions/s", live);
        put(user + "/sessions/s", live);
        put(user + "/sessions/s", "{\"session_key\": \"k\", \"expires_at\": 1}");
        // The failures of an address that is not blocked are reset without an event.
        String address = "{\"login_count\": 1, \"failure_count\": 1, \"last_login_attempt\": 1";
        put(user + "/blocked_ips/192.0.2.9", address + ", \"block_until\": " + FAR + "}");
        put(user + "/blocked_ips/192.0.2.9", address + ", \"block_until\": " + FAR + "}");
        put(user + "/blocked_ips/192.0.2.9", address + "}");
        as(tenant)
                .body("{\"ip_address\": \"all\"}")
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then()
                .statusCode(200);

        assertThat(Events.types(tenant))
                .containsExactly("session.created", "session.revoked", "ip.blocked", "ip.unblocked", "ip.unblocked");
        assertThat(Events.last(tenant).at("/data/ip_address").asText()).isEqualTo("192.0.2.1");
    }

    @Test
    void erasesTheAddressesOfADeletedUserAndKeepsTheLog() {
        as(tenant)
                .body("{\"ip_address\": \"all\"}")
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then()
                .statusCode(200);
        as(tenant).delete("/api/users/{user}", user).then().statusCode(204);

        as(tenant)
                .get("/api/users/{user}/audit_log", user)
                .then()
                .statusCode(200)
                .body("type", equalTo(List.of("io.useradmin.user.deleted", "io.useradmin.ip.unblocked")));
        assertThat(Sql.list("select ip_address from events where tenant_id = ?", tenant.id()))
                .containsOnlyNulls();
    }

    @ParameterizedTest
    @CsvSource({"X-Actor, a b", "X-Actor, ..", "X-Reason, a\tb"})
    void refusesBadHeaders(String header, String value) {
        as(tenant)
                .header(header, value)
                .delete("/api/users/{user}/sessions/session-1", user)
                .then()
                .statusCode(422)
                .body("errors[0].header", equalTo(header));
        as(tenant).get("/api/users/{user}/sessions/session-1", user).then().statusCode(200);
    }

    @Test
    void refusesAReasonThatIsNotUtf8() {
        assertThat(deleteSession("X-Reason: \u00ff")).startsWith("HTTP/1.1 422").contains("\"header\":\"X-Reason\"");
        as(tenant).get("/api/users/{user}/sessions/session-1", user).then().statusCode(200);
    }

    /** Client libraries cannot send such a header, but other clients can. */
    @Test
    void readsAReasonAsUtf8() {
        assertThat(deleteSession(utf8("X-Reason: Ärger 🔑"))).startsWith("HTTP/1.1 204");
        as(tenant).get("/api/audit_log").then().body("[0].reason", equalTo("Ärger 🔑"));
    }

    /** The last one is an ideographic space. */
    @ParameterizedTest
    @CsvSource({"🔑, 500, 204", "🔑, 501, 422", "x, 500, 204", "x, 501, 422", "x, 0, 422", "'\u3000', 1, 422"})
    void needsAReasonOf1To500CharactersThatIsNotBlank(String character, int count, int status) {
        assertThat(deleteSession(utf8("X-Reason: " + character.repeat(count)))).startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Actor", "X-Reason"})
    void refusesARepeatedHeader(String header) {
        assertThat(deleteSession(header + ": a\r\n" + header + ": a"))
                .startsWith("HTTP/1.1 422")
                .contains("\"header\":\"" + header + "\"", "\"code\":\"repeated\"");
    }

    private String deleteSession(String headers) {
        return RawHttp.exchange(
                "DELETE /api/users/%s/sessions/session-1 HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: %s\r\n%s\r\nConnection: close\r\n\r\n"
                        .formatted(user, tenant.apiKey(), headers));
    }

    /** The text whose ISO 8859-1 bytes, which {@link RawHttp} sends, are this text in UTF-8. */
    private static String utf8(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    private void put(String path, String body) {
        assertThat(as(tenant).body(body).put("/api/users/" + path).statusCode()).isIn(200, 201);
    }

    private Response send(ApiOperation write) {
        ApiRequest request = as(tenant).header("X-Actor", "support:aino").header("X-Reason", "TICKET-1: stolen");
        return (write.hasBody() ? request.body(write.body()) : request).request(write.method(), write.target(user));
    }
}

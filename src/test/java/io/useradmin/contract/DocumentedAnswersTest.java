package io.useradmin.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The document describes the running service's responses: status, media type, headers and members of bodies. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentedAnswersTest {
    private static final String SESSIONS = "/api/users/{user_id}/sessions";
    private static final String SESSION = "/api/users/{user_id}/sessions/{session_id}";
    private static final String PUBLIC_DATA = "/api/users/{user_id}/public_data";
    private static final String BLOCKED_IPS = "/api/users/{user_id}/blocked_ips";
    private static final String UNBLOCK = "/api/users/{user_id}/blocked_ips/unblock";
    private static final String DISCONNECT = "/api/users/{user_id}/external_authenticator/disconnect";
    private static final String GROUP = "/api/users/{user_id}/groups/{group_id}";
    private static final String USER = "/api/users/{user_id}";
    private static final String USERS = "/api/users";
    private static final String IP = "/api/users/{user_id}/blocked_ips/{ip}";
    private static final String GROUPS_OF_USER = "/api/users/{user_id}/groups";
    private static final String GROUPS = "/api/groups";
    private static final String GROUP_ITSELF = "/api/groups/{group_id}";

    private OpenApiDocument document;
    private Tenant tenant;
    private String user;

    @BeforeEach
    void createUser() {
        document = OpenApiDocument.served();
        tenant = Tenant.create();
        user = tenant.user("{\"theme\": \"dark\"}", "{}");
    }

    @Test
    void sessions() {
        tenant.session(user, "web-shop");

        Response listed = Api.as(tenant).get(SESSIONS, user);

        assertDocumented("GET " + SESSIONS, listed, 200);
        assertMembers("Session", listed.path("[0]"));
        assertMembers("SessionMetadata", listed.path("[0].last_metadata"));
        assertDocumented("GET " + SESSIONS, Api.as(tenant).get(SESSIONS + "?page=x", user), 400);
        assertDocumented("GET " + SESSIONS, Api.as(tenant).get(SESSIONS + "?size=0", user), 422);
        assertDocumented("DELETE " + SESSION, Api.as(tenant).delete(SESSION, user, listed.path("[0].session_id")), 204);
        assertDocumented("DELETE " + SESSION, Api.as(tenant).delete(SESSION, user, "none"), 404);
    }

    @Test
    void data() {
        Response read = Api.as(tenant).get(PUBLIC_DATA, user);

        assertDocumented("GET " + PUBLIC_DATA, read, 200);
        assertMembers("PublicData", read.path("$"));
        assertDocumented(
                "GET " + PUBLIC_DATA,
                Api.as(tenant).header("If-None-Match", read.header("ETag")).get(PUBLIC_DATA, user),
                304);
        assertDocumented("PATCH " + PUBLIC_DATA, patch("{\"public_data\": {\"theme\": null}}"), 200);
        assertDocumented("PATCH " + PUBLIC_DATA, patch("{"), 400);
        assertDocumented("PATCH " + PUBLIC_DATA, patch("{\"data\": {}}"), 422);
        assertDocumented(
                "PATCH " + PUBLIC_DATA,
                Api.as(tenant)
                        .header("If-Match", "\"1\"")
                        .body("{\"public_data\": {}}")
                        .patch(PUBLIC_DATA, user),
                412);
        assertDocumented(
                "PATCH " + PUBLIC_DATA,
                Api.as(tenant).contentType("text/plain").body("{}").patch(PUBLIC_DATA, user),
                415);
        assertDocumented("PATCH " + PUBLIC_DATA, patch(" ".repeat(300_000)), 413);
    }

    @Test
    void blockedAddresses() {
        tenant.blocked(user, "203.0.113.7");

        Response listed = Api.as(tenant).get(BLOCKED_IPS, user);

        assertDocumented("GET " + BLOCKED_IPS, listed, 200);
        assertMembers("BlockedIp", listed.path("[0]"));
        assertDocumented("POST " + UNBLOCK, unblock("203.0.113.7"), 200);
        assertDocumented("POST " + UNBLOCK, unblock("203.0.113.7"), 404);
        assertDocumented("POST " + UNBLOCK, unblock("here"), 422);
    }

    @Test
    void users() {
        tenant.identity(user, "google", "g-1");
        tenant.identity(user, "github", "h-1");
        tenant.username(user, "aino-" + user);
        tenant.email(user, user + "@example.com", true, "google");
        tenant.phone(user, "+3584012345" + user.hashCode());

        Response disconnected = disconnect("google", "g-1");

        assertDocumented("POST " + DISCONNECT, disconnected, 200);
        assertMembers("User", disconnected.path("$"));
        assertMembers("Username", disconnected.path("username"));
        assertMembers("Email", disconnected.path("emails[0]"));
        assertMembers("PhoneNumber", disconnected.path("phone_numbers[0]"));
        assertMembers("ExternalIdentity", disconnected.path("idps[0]"));
        assertDocumented("POST " + GROUP, Api.as(tenant).post(GROUP, user, "none"), 404);
        assertDocumented("DELETE " + USER, Api.as(tenant).delete(USER, user), 204);
        assertDocumented("DELETE " + USER, Api.as(tenant).delete(USER, user), 404);
    }

    @Test
    void createdAndReplacedUsers() {
        String body = "{\"emails\": [{\"email\": \"a@example.com\"}]}";

        Response created = Api.as(tenant).body(body).put(USER, "new");

        assertDocumented("PUT " + USER, created, 201);
        assertMembers("User", created.path("$"));
        assertDocumented("PUT " + USER, Api.as(tenant).body(body).put(USER, "new"), 200);
        assertDocumented("PUT " + USER, Api.as(tenant).body(body).put(USER, "other"), 409);
        assertDocumented("PUT " + USER, Api.as(tenant).body("{").put(USER, "new"), 400);
        assertDocumented("PUT " + USER, Api.as(tenant).body("{\"x\": 1}").put(USER, "new"), 422);
        assertDocumented(
                "PUT " + USER,
                Api.as(tenant).header("If-None-Match", "*").body(body).put(USER, "new"),
                412);
        Response read = Api.as(tenant).get(USER, "new");
        assertDocumented("GET " + USER, read, 200);
        assertDocumented(
                "GET " + USER,
                Api.as(tenant).header("If-None-Match", read.header("ETag")).get(USER, "new"),
                304);
        assertDocumented("GET " + USER, Api.as(tenant).get(USER, "nobody"), 404);
        Response listed = Api.as(tenant).get(USERS + "?email=a@example.com&size=1");
        assertDocumented("GET " + USERS, listed, 200);
        assertMembers("User", listed.path("[0]"));
        assertDocumented("GET " + USERS, Api.as(tenant).get(USERS + "?cursor=x"), 400);
        assertDocumented("GET " + USERS, Api.as(tenant).get(USERS + "?page=1001"), 422);
    }

    @Test
    void recordedSessionsAndIpAddresses() {
        String session = "{\"session_key\": \"k\", \"expires_at\": 32503680000}";
        Response recorded = Api.as(tenant).body(session).put(SESSION, user, "s1");
        assertDocumented("PUT " + SESSION, recorded, 201);
        assertMembers("Session", recorded.path("$"));
        assertDocumented("PUT " + SESSION, Api.as(tenant).body(session).put(SESSION, user, "s1"), 200);
        assertDocumented("PUT " + SESSION, Api.as(tenant).body(session).put(SESSION, "nobody", "s1"), 404);
        assertDocumented("GET " + SESSION, Api.as(tenant).get(SESSION, user, "s1"), 200);
        assertDocumented("GET " + SESSION, Api.as(tenant).get(SESSION, user, "s2"), 404);

        String state = "{\"login_count\": 1, \"failure_count\": 2, \"last_login_attempt\": 3}";
        Response known = Api.as(tenant).body(state).put(IP, user, "2001:db8::1");
        assertDocumented("PUT " + IP, known, 201);
        assertMembers("IpAccess", known.path("$"));
        assertDocumented("PUT " + IP, Api.as(tenant).body(state).put(IP, user, "2001:db8::1"), 200);
        assertDocumented("PUT " + IP, Api.as(tenant).body(state).put(IP, user, "here"), 422);
        Response got = Api.as(tenant).get(IP, user, "2001:db8::1");
        assertDocumented("GET " + IP, got, 200);
        assertMembers("IpAccess", got.path("$"));
        assertDocumented("GET " + IP, Api.as(tenant).get(IP, user, "2001:db8::2"), 404);
    }

    @Test
    void groups() {
        String body = "{\"name\": \"Admins\", \"description\": \"All\"}";
        Response created = Api.as(tenant).body(body).put(GROUP_ITSELF, "admins");
        assertDocumented("PUT " + GROUP_ITSELF, created, 201);
        assertMembers("Group", created.path("$"));
        assertDocumented("PUT " + GROUP_ITSELF, Api.as(tenant).body(body).put(GROUP_ITSELF, "admins"), 200);
        assertDocumented("GET " + GROUP_ITSELF, Api.as(tenant).get(GROUP_ITSELF, "admins"), 200);
        assertDocumented("GET " + GROUPS, Api.as(tenant).get(GROUPS), 200);
        assertDocumented("POST " + GROUP, Api.as(tenant).post(GROUP, user, "admins"), 201);
        Response memberships = Api.as(tenant).get(GROUPS_OF_USER, user);
        assertDocumented("GET " + GROUPS_OF_USER, memberships, 200);
        assertMembers("Membership", memberships.path("[0]"));
        Response membership = Api.as(tenant).get(GROUP, user, "admins");
        assertDocumented("GET " + GROUP, membership, 200);
        assertMembers("Membership", membership.path("$"));
        assertDocumented("GET " + GROUP, Api.as(tenant).get(GROUP, user, "none"), 404);
        assertDocumented("DELETE " + GROUP, Api.as(tenant).delete(GROUP, user, "admins"), 204);
        assertDocumented("DELETE " + GROUP, Api.as(tenant).delete(GROUP, user, "admins"), 404);
        assertDocumented("DELETE " + GROUP_ITSELF, Api.as(tenant).delete(GROUP_ITSELF, "admins"), 204);
        assertDocumented("DELETE " + GROUP_ITSELF, Api.as(tenant).delete(GROUP_ITSELF, "admins"), 404);
    }

    @Test
    void refusals() {
        assertDocumented("DELETE " + USER, Api.withKey("nonsense").delete(USER, user), 401);
        assertDocumented(
                "DELETE " + USER,
                Api.withKey(tenant.key("sessions:read").reveal()).delete(USER, user),
                403);
        assertDocumented("DELETE " + USER, Api.as(tenant).accept("text/html").delete(USER, user), 406);
        assertDocumented("DELETE " + USER, Api.as(tenant).post(USER, user), 405);
        assertDocumented("DELETE " + USER, Api.as(tenant).delete(USER, "no user"), 422);
    }

    @Test
    void everyDocumentedOrderIsAccepted() {
        Map.of(
                        "session_sort",
                        SESSIONS,
                        "blocked_ip_sort",
                        BLOCKED_IPS,
                        "user_sort",
                        USERS,
                        "group_sort",
                        GROUPS,
                        "membership_sort",
                        GROUPS_OF_USER)
                .forEach((parameter, path) -> {
                    JsonNode orders =
                            document.component("parameters", parameter).at("/schema/enum");
                    assertThat(orders).as(parameter).isNotEmpty();
                    orders.forEach(order -> assertThat(Api.as(tenant)
                                    .queryParam("sort", order.asText())
                                    .get(path.replace("{user_id}", user))
                                    .statusCode())
                            .as(order.asText())
                            .isEqualTo(200));
                });
    }

    @Test
    void everyDocumentedAuthenticatorIsKnown() {
        JsonNode documented = document.component("schemas", "Authenticator").get("enum");

        assertThat(documented).hasSize(9).allSatisfy(authenticator -> {
            tenant.identity(user, authenticator.asText(), "p-1");
            assertDocumented("POST " + DISCONNECT, disconnect(authenticator.asText(), "p-1"), 200);
        });
    }

    private Response patch(String body) {
        return Api.as(tenant).body(body).patch(PUBLIC_DATA, user);
    }

    private Response unblock(String address) {
        return Api.as(tenant).body(Map.of("ip_address", address)).post(UNBLOCK, user);
    }

    private Response disconnect(String authenticator, String providerUserId) {
        return Api.as(tenant)
                .body(Map.of("authenticator", authenticator, "provider_user_id", providerUserId))
                .post(DISCONNECT, user);
    }

    /** Fails unless the status is the expected one, and the document has this status, media type and headers. */
    private void assertDocumented(String operation, Response answer, int status) {
        assertThat(answer.statusCode())
                .as("%s: %s", operation, answer.asString())
                .isEqualTo(status);
        JsonNode documented = document.response(operation, status);
        assertThat(documented.isMissingNode())
                .as("%s documents %d", operation, status)
                .isFalse();
        documented.path("headers").properties().forEach(header -> assertHeader(header, answer));
        if (!documented.has("content")) {
            assertThat(answer.asString()).isEmpty();
            return;
        }
        String mediaType = answer.contentType().replaceFirst(";.*", "");
        assertThat(documented.get("content").has(mediaType)).as(mediaType).isTrue();
        if (mediaType.equals("application/problem+json")) {
            assertMembers("Problem", answer.path("$"));
            assertThat(documented
                            .at("/content/application~1problem+json/examples")
                            .valueStream())
                    .as(operation)
                    .extracting(example -> example.at("/value/type").asText())
                    .contains(answer.<String>path("type"));
        }
    }

    private void assertHeader(Map.Entry<String, JsonNode> documented, Response answer) {
        String value = answer.header(documented.getKey());
        JsonNode header = document.resolve(documented.getValue());
        if (value == null && !header.path("required").asBoolean()) {
            return;
        }
        JsonNode schema = header.get("schema");
        assertThat(value).as(documented.getKey()).isNotNull();
        if (schema.has("const")) {
            assertThat(value).isEqualTo(schema.get("const").asText());
        }
        if (schema.has("pattern")) {
            assertThat(value).matches(schema.get("pattern").asText());
        }
    }

    /** Fails unless all required members are present, and the document has every present member. */
    private void assertMembers(String schema, Map<String, ?> object) {
        JsonNode documented = document.component("schemas", schema);
        List<String> known = documented.get("properties").properties().stream()
                .map(Map.Entry::getKey)
                .toList();
        assertThat(known).as(schema).containsAll(object.keySet());
        documented
                .path("required")
                .forEach(name -> assertThat(object).as(schema).containsKey(name.asText()));
    }
}

package io.useradmin.fuzz;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The longest texts that the service can send fit their schemas. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LongestResponsesTest {
    private static final Contract CONTRACT = Contract.committed();
    private static final int DEPTH = 32;
    private static final int LONGEST_NAME = 256;

    final Tenant tenant = Tenant.create();

    /** In a JSON Pointer, a tilde has two characters. */
    @Test
    void pointersToChangedMembers() {
        String name = "{\"" + "~".repeat(LONGEST_NAME) + "\":";
        String data = name.repeat(DEPTH) + "1" + "}".repeat(DEPTH);
        tenant.user("u1", data, "{}");
        as(tenant)
                .body("{\"public_data\": " + data.replace('1', '2') + "}")
                .patch("/api/users/u1/public_data")
                .then()
                .statusCode(200);

        assertFits("/api/audit_log", as(tenant).get("/api/audit_log"), 2 * DEPTH * LONGEST_NAME);
        assertFits("/api/events", as(tenant).get("/api/events?wait=30"), 2 * DEPTH * LONGEST_NAME);
    }

    /** In JSON, a control character has six characters, and Base64 makes four of three. */
    @Test
    void tokensOfAStream() {
        String stream = as(tenant).body("{}").post("/api/ssf/streams").path("stream_id");
        as(tenant)
                .body(Map.of("stream_id", stream, "state", "\u0001".repeat(1_024)))
                .post("/api/ssf/verification")
                .then()
                .statusCode(204);

        String poll = "/api/ssf/poll";
        assertFits(poll, as(tenant).body("{}").post(poll + "?stream_id=" + stream), 8 * 1_024);
    }

    private static void assertFits(String path, Response response, int shortest) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.asString()).hasSizeGreaterThan(shortest);
        JsonNode schema = CONTRACT.response(
                        CONTRACT.operation(path.equals("/api/ssf/poll") ? "POST" : "GET", path), 200)
                .get("content")
                .valueStream()
                .findFirst()
                .orElseThrow()
                .get("schema");
        JsonNode body = Contract.json(response.asString().getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertThat(CONTRACT.violations(schema, body)).isEmpty();
    }
}

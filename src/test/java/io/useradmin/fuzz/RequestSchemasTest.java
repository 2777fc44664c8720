package io.useradmin.fuzz;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document's schemas allow exactly the requests that the service accepts. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RequestSchemasTest {
    private static final Contract CONTRACT = Contract.committed();

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PATCH | claims | {'claims': {'name': null, 'locale': 'fi'}} | true",
                "PATCH | claims | {'claims': null}                           | false",
                "PATCH | claims | {'claims': {'other': null}}                | false",
                "PATCH | ``     | {'user_id': null, 'creation_time': null, 'last_updated': null, 'has_password': null} | true",
                "PATCH | ``     | {'claims': null, 'username': null, 'emails': null, 'phone_numbers': null, 'idps': null} | true",
                "PATCH | ``     | {'claims': {'name': null}, 'username': {'id': null, 'authenticators': null}} | true",
                "PATCH | ``     | {'username': {'username': null}}           | false",
                "PATCH | ``     | {'emails': [null]}                         | false",
                "PATCH | ``     | {'emails': [{'email': null}]}              | false",
                "PATCH | ``     | {'disabled': 1}                            | false",
                "PUT   | ``     | {'username': null}                         | false",
                "PUT   | ``     | {'claims': {'other': 'x'}}                 | false",
                "PUT   | ``     | {'username': {'username': 'aino', 'idps': ['']}} | false",
                "PUT   | ``     | {'username': {'username': 'aino', 'authenticators': ['sms']}} | false",
                "PATCH | ``     | {'username': {'authenticators': ['sms']}}  | false",
                "POST  | phones | {'phone': '+358401234567'}                 | true",
                "POST  | phones | {'phone_number': '+358401234567'}          | true",
                "POST  | phones | {'phone_number': '+358401234567', 'phone': '+358401234567'} | false",
                "POST  | phones | {'verified': true}                         | false"
            })
    void bodies(String method, String path, String quoted, boolean allowed) {
        String body = quoted.replace('\'', '"');
        String user = "/api/users/u1";
        as(tenant)
                .body("{\"username\": {\"username\": \"aino\"}}")
                .put(user)
                .then()
                .statusCode(201);
        String below = path.isEmpty() ? "" : "/" + path;

        int status = as(tenant).body(body).request(method, user + below).statusCode();

        assertThat(status).isEqualTo(allowed ? 200 : 422);
        Operation operation = CONTRACT.operation(method, user + below).orElseThrow();
        JsonNode json = Contract.json(body.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(CONTRACT.allows(operation.bodySchema(), json)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "*, true",
        "i*, true",
        "io.*, true",
        "io.useradmin.*, true",
        "io.useradmin.sess*, true",
        "io.useradmin.session.*, true",
        "io.useradmin.user.public_data.updated, true",
        "io.useradmin.session.revoked*, true",
        "user.*.updated, false",
        "session.revoked, false",
        "IO.*, false",
        "**, false"
    })
    void typesOfEvents(String type, boolean allowed) {
        JsonNode types = schema("GET", "/api/events", "query", "type").get("items");

        assertThat(as(tenant).get("/api/events?type=" + type).statusCode()).isEqualTo(allowed ? 200 : 422);
        assertThat(CONTRACT.allows(types, TextNode.valueOf(type))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"k, true", "`\"k,1\"`, true", "`\"k`, false", "`k\"`, false", "`\"\"`, false", "k k, false"})
    void idempotencyKeys(String key, boolean allowed) {
        assertIdempotencyKey(key, allowed);
        assertIdempotencyKey(key.replace("k", "k".repeat(255)), allowed && !key.contains(","));
        assertIdempotencyKey(key.replace("k", "k".repeat(256)), false);
    }

    private void assertIdempotencyKey(String key, boolean allowed) {
        int status = as(tenant)
                .header("Idempotency-Key", key)
                .body("{}")
                .post("/api/users")
                .statusCode();

        assertThat(status).isEqualTo(allowed ? 201 : 422);
        assertThat(CONTRACT.allows(schema("POST", "/api/users", "header", "Idempotency-Key"), TextNode.valueOf(key)))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "*         | true",
                "\"1\"       | true",
                "W/\"!a~\"   | true",
                "\"1\",      | true",
                ", \"1\" ,, W/\"2\" | true",
                "\"\"        | true",
                "\"a b\"     | false",
                "\"1\" \"2\"   | false",
                "\"1\"2      | false",
                "1         | false",
                "*, \"1\"    | false"
            })
    void entityTags(String tags, boolean allowed) {
        int status = as(tenant)
                .header("If-Match", tags)
                .body("{}")
                .put("/api/users/u1")
                .statusCode();

        assertThat(status).isEqualTo(allowed ? 412 : 400);
        assertThat(CONTRACT.allows(schema("PUT", "/api/users/u1", "header", "If-Match"), TextNode.valueOf(tags)))
                .isEqualTo(allowed);
    }

    private static JsonNode schema(String method, String path, String place, String parameter) {
        return CONTRACT.operation(method, path).orElseThrow().parametersIn(place).stream()
                .filter(each -> each.get("name").asText().equals(parameter))
                .findFirst()
                .orElseThrow()
                .get("schema");
    }

    /** An unreadable request target gets 400, whatever the operation. */
    @Test
    void everyOperationCanBeUnreadable() {
        assertThat(CONTRACT.operations())
                .allSatisfy(operation -> assertThat(operation.responses().has("400"))
                        .as(operation.name())
                        .isTrue());
    }
}

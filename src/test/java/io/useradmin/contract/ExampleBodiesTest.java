package io.useradmin.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The service accepts the body that the Swagger UI shows for an operation: the example of its schema, or else an object with the
 * examples of all members that are not deprecated.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ExampleBodiesTest {
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.committed();

    static Stream<ApiOperation> withBody() {
        return ApiOperation.all().filter(ApiOperation::hasBody);
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void breakNoRule(ApiOperation operation) {
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        String body = example(DOCUMENT.operation(operation.method() + " " + operation.template())
                        .bodySchema())
                .toString();

        Response response = Api.as(tenant).body(body).request(operation.method(), operation.target(user));

        assertThat(response.statusCode())
                .as("%s: %s", body, response.asString())
                .isNotIn(400, 422);
    }

    @Test
    void endOfAKeyIsInTheFuture() {
        JsonNode end = DOCUMENT.component("schemas", "KeyBody").at("/properties/expires_at/examples/0");

        Api.as(Tenant.create())
                .body("{\"name\": \"a\", \"scopes\": [\"users:read\"], \"expires_at\": %s}".formatted(end))
                .post("/api/keys")
                .then()
                .statusCode(201);
    }

    /** The schema cannot say it with {@code uniqueItems}: then generated clients would have sets instead of lists. */
    @ParameterizedTest
    @MethodSource("withBody")
    void sayWhichListsMustNotHaveDuplicates(ApiOperation operation) {
        Tenant tenant = Tenant.create();
        String user = ApiOperation.userFor(tenant);
        JsonNode schema = DOCUMENT.operation(operation.method() + " " + operation.template())
                .bodySchema();

        listsOfText(schema, "").forEach((pointer, list) -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.withArray(pointer).add(element(list)).add(element(list));
            if (operation.id().equals("pollEvents")) {
                // Otherwise it waits for 30 seconds.
                body.put("returnImmediately", true);
            }
            String response = Api.as(tenant)
                    .body(body.toString())
                    .request(operation.method(), operation.target(user))
                    .asString();

            assertThat(list.path("description").asText().contains("without duplicates"))
                    .as("%s: %s", body, response)
                    .isEqualTo(response.contains("{\"pointer\":\"" + pointer + "/1\",\"code\":\"duplicate\""));
        });
    }

    /** The schemas of all lists of text in a body, by their JSON Pointers in a body where each list has one element. */
    private static Map<String, JsonNode> listsOfText(JsonNode reference, String pointer) {
        JsonNode schema = DOCUMENT.resolve(reference);
        Map<String, JsonNode> lists = new TreeMap<>();
        schema.path("properties")
                .properties()
                .forEach(member -> lists.putAll(listsOfText(member.getValue(), pointer + "/" + member.getKey())));
        schema.path("oneOf").forEach(alternative -> lists.putAll(listsOfText(alternative, pointer)));
        JsonNode items = schema.path("items");
        if (DOCUMENT.resolve(items).has("properties")) {
            lists.putAll(listsOfText(items, pointer + "/0"));
        } else if (!items.isMissingNode()) {
            lists.put(pointer, schema);
        }
        return lists;
    }

    private static String element(JsonNode list) {
        return Stream.of(list.at("/examples/0/0"), list.at("/items/enum/0"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst()
                .orElse("google");
    }

    private JsonNode example(JsonNode reference) {
        JsonNode schema = DOCUMENT.resolve(reference);
        JsonNode type = schema.path("type");
        return Stream.of(schema.at("/examples/0"), schema.path("default"), schema.at("/enum/0"))
                .filter(example -> !example.isMissingNode())
                .findFirst()
                .orElseGet(() -> schema.has("oneOf")
                        ? example(schema.at("/oneOf/0"))
                        : built(schema, type.isArray() ? type.get(0).asText() : type.asText()));
    }

    private JsonNode built(JsonNode schema, String type) {
        return switch (type) {
            case "object" -> members(schema.path("properties"));
            case "array" -> new ArrayNode(JsonNodeFactory.instance).add(example(schema.get("items")));
            case "boolean" -> BooleanNode.TRUE;
            case "integer" -> new IntNode(0);
            default -> new TextNode("string");
        };
    }

    private ObjectNode members(JsonNode properties) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        properties.properties().stream()
                .filter(member -> !member.getValue().path("deprecated").asBoolean())
                .forEach(member -> object.set(member.getKey(), example(member.getValue())));
        return object;
    }
}

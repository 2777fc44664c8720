package io.useradmin.contract;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the document that the service serves; references are followed. */
final class OpenApi {
    /** An operation, called as the specification calls it: the method and the path. */
    record Operation(String name, JsonNode node) {
        /** The scope that it needs. */
        String scope() {
            return node.get("x-required-scope").asText();
        }

        private String path() {
            return name.substring(name.indexOf(' ') + 1);
        }
    }

    /** An example of an error, and the status under which it is shown. */
    record Problem(String status, JsonNode body) {}

    private final JsonNode document;

    private OpenApi(JsonNode document) {
        this.document = document;
    }

    static OpenApi served() {
        String json = given().get("/q/openapi?format=json").asString();
        try {
            return new OpenApi(new ObjectMapper().readTree(json));
        } catch (JsonProcessingException failure) {
            throw new IllegalStateException(failure);
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.add(new Operation(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue()))));
        return operations;
    }

    JsonNode operation(String name) {
        return operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the document has no " + name))
                .node();
    }

    JsonNode response(String operation, int status) {
        return resolve(operation(operation).at("/responses/" + status));
    }

    /** One of the document's components. */
    JsonNode component(String kind, String name) {
        return document.get("components").get(kind).get(name);
    }

    /** All components of a kind, by their names. */
    Stream<Map.Entry<String, JsonNode>> components(String kind) {
        return document.get("components").get(kind).properties().stream();
    }

    Stream<JsonNode> parameters(JsonNode operation) {
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .map(this::resolve);
    }

    Stream<JsonNode> responses(JsonNode operation) {
        return StreamSupport.stream(operation.get("responses").spliterator(), false)
                .map(this::resolve);
    }

    /** The examples of the errors of an operation. */
    Stream<Problem> problems(Operation operation) {
        return operation.node().get("responses").properties().stream()
                .flatMap(response -> response.getValue()
                        .at("/content/application~1problem+json/examples")
                        .valueStream()
                        .map(example -> new Problem(response.getKey(), example.get("value"))));
    }

    /** The path of an operation with the examples of its parameters, as a URI. */
    String examplePath(Operation operation) {
        String path = operation.path();
        for (JsonNode parameter : parameters(operation.node()).toList()) {
            path = path.replace(
                    "{" + parameter.get("name").asText() + "}",
                    parameter.path("example").asText().replace("|", "%7C"));
        }
        return path;
    }

    /** The node itself, or what it refers to. */
    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }
}

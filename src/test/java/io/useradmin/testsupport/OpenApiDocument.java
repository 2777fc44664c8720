package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.given;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** An OpenAPI document: its operations and components. */
public final class OpenApiDocument {
    /** The document in the repository. OpenApiDocumentTest compares it with the served one. */
    public static final Path FILE = Path.of("docs", "openapi.yaml");

    /**
     * An operation.
     *
     * @param parameters its parameters, with references resolved
     */
    public record Operation(String method, String path, List<JsonNode> parameters, JsonNode node) {
        /** The operationId. */
        public String id() {
            return node.get("operationId").asText();
        }

        /** Method and path, as in the specification. */
        public String name() {
            return method + " " + path;
        }

        /** The required scope; empty if none is required. */
        public String scope() {
            return node.path("x-required-scope").asText();
        }

        /** The parameters in one place: path, query or header. */
        public List<JsonNode> parametersIn(String place) {
            return parameters.stream()
                    .filter(parameter -> parameter.get("in").asText().equals(place))
                    .toList();
        }

        public boolean hasBody() {
            return node.has("requestBody");
        }

        public boolean needsBody() {
            return node.at("/requestBody/required").asBoolean();
        }

        public JsonNode bodySchema() {
            return node.at("/requestBody/content/application~1json/schema");
        }

        /** The responses by status. */
        public JsonNode responses() {
            return node.get("responses");
        }

        @Override
        public String toString() {
            return id();
        }
    }

    /** An example of an error, and its status. */
    public record Problem(String status, JsonNode body) {}

    private final JsonNode document;

    private OpenApiDocument(JsonNode document) {
        this.document = document;
    }

    /** The document in the repository. */
    public static OpenApiDocument committed() {
        try {
            return new OpenApiDocument(new YAMLMapper().readTree(FILE.toFile()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The document that the service serves. */
    public static OpenApiDocument served() {
        String json = given().get("/q/openapi?format=json").asString();
        try {
            return new OpenApiDocument(new JsonMapper().readTree(json));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method ->
                                operations.add(operation(path.getKey(), method.getKey(), method.getValue()))));
        return operations;
    }

    private Operation operation(String path, String method, JsonNode node) {
        List<JsonNode> parameters =
                node.path("parameters").valueStream().map(this::resolve).toList();
        return new Operation(method.toUpperCase(Locale.ROOT), path, parameters, node);
    }

    /** The operation with this method and path. */
    public Operation operation(String name) {
        return operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the document has no " + name));
    }

    /** A response of the operation with this method and path; a missing node if the document has none. */
    public JsonNode response(String operation, int status) {
        return resolve(operation(operation).node().at("/responses/" + status));
    }

    public JsonNode component(String kind, String name) {
        return document.get("components").get(kind).get(name);
    }

    /** The names of all claims of a user. */
    public List<String> claims() {
        return component("schemas", "Claims").get("properties").properties().stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    /** All components of a kind, by name. */
    public Stream<Map.Entry<String, JsonNode>> components(String kind) {
        return document.get("components").get(kind).properties().stream();
    }

    /** The responses of an operation. */
    public Stream<JsonNode> responses(Operation operation) {
        return operation.responses().valueStream().map(this::resolve);
    }

    /** The examples of an operation's errors. */
    public Stream<Problem> problems(Operation operation) {
        return operation.responses().properties().stream()
                .flatMap(response -> response.getValue()
                        .at("/content/application~1problem+json/examples")
                        .valueStream()
                        .map(example -> new Problem(response.getKey(), example.get("value"))));
    }

    /** The path of an operation with example values for its parameters, as a URI. */
    public String examplePath(Operation operation) {
        String path = operation.path();
        for (JsonNode parameter : operation.parameters()) {
            path = path.replace(
                    "{" + parameter.get("name").asText() + "}",
                    parameter.path("example").asText().replace("|", "%7C"));
        }
        return path;
    }

    /** The node itself, or the node that it references. */
    public JsonNode resolve(JsonNode node) {
        if (!node.has("$ref")) {
            return node;
        }
        String reference = node.get("$ref").asText();
        JsonNode target = document.at(reference.substring(1));
        if (target.isMissingNode()) {
            throw new IllegalStateException("META-INF/openapi.yaml needs " + reference);
        }
        return resolve(target);
    }
}

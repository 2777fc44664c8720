package io.useradmin.withcompilers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A call of every operation in the OpenAPI document, with the document's examples. */
final class ApiDocument {
    private final OpenApiDocument document;

    /**
     * A call of an operation.
     *
     * @param operation its operationId
     * @param parameters the parameters in the document's order
     * @param body the body, if there is one
     * @param result the return type
     */
    record Call(String operation, List<Parameter> parameters, Optional<Body> body, Type result) {}

    /**
     * A parameter with an example value.
     *
     * @param required whether it is required
     * @param type the type of its schema
     */
    record Parameter(String name, boolean required, Type type, JsonNode example) {}

    /** A body with a named schema, and an example value for each member. */
    record Body(String schema, JsonNode example, boolean required) {}

    /** A type or a list of it: the name of a schema or of a JSON type; empty for void. */
    record Type(String name, boolean isList) {}

    private ApiDocument(OpenApiDocument document) {
        this.document = document;
    }

    static ApiDocument committed() {
        return new ApiDocument(OpenApiDocument.committed());
    }

    List<Call> calls() {
        return document.operations().stream().map(this::call).toList();
    }

    private Call call(Operation operation) {
        Optional<Body> body = operation
                .node()
                .at("/requestBody/content")
                .valueStream()
                .findFirst()
                .map(media -> new Body(name(media.get("schema")), example(media.get("schema")), operation.needsBody()));
        Type result = Stream.of("200", "201")
                .map(status -> operation.node().at("/responses/" + status + "/content/application~1json/schema"))
                .filter(schema -> !schema.isMissingNode())
                .findFirst()
                .map(this::type)
                .orElseGet(() -> new Type("", false));
        List<Parameter> parameters =
                operation.parameters().stream().map(this::parameter).toList();
        return new Call(operation.id(), parameters, body, result);
    }

    private Parameter parameter(JsonNode parameter) {
        JsonNode schema = parameter.get("schema");
        JsonNode example = parameter.has("example") ? parameter.get("example") : example(schema);
        // Generators create named types only for enums and objects.
        boolean isNamed = document.resolve(schema).has("enum");
        Type type = isNamed ? type(schema) : type(document.resolve(schema));
        return new Parameter(
                parameter.get("name").asText(), parameter.path("required").asBoolean(), type, example);
    }

    /** A value that the schema allows: its example, or one built from the examples of its members. */
    private JsonNode example(JsonNode schema) {
        if (schema.has("examples")) {
            return schema.at("/examples/0");
        }
        if (schema.has("oneOf")) {
            return example(schema.at("/oneOf/0"));
        }
        JsonNode resolved = document.resolve(schema);
        if (resolved.has("properties")) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            resolved.get("properties")
                    .properties()
                    .forEach(member -> object.set(member.getKey(), example(member.getValue())));
            return object;
        }
        if (resolved.has("items")) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            return array.add(example(resolved.get("items")));
        }
        return resolved.has("examples") ? resolved.at("/examples/0") : JsonNodeFactory.instance.textNode("x");
    }

    private Type type(JsonNode schema) {
        boolean isList = schema.has("items");
        return new Type(name(isList ? schema.get("items") : schema), isList);
    }

    private String name(JsonNode schema) {
        if (!document.resolve(schema).has("type")) {
            // Any JSON value. Generators have no class for it.
            return "";
        }
        return schema.has("$ref")
                ? schema.get("$ref").asText().replaceFirst(".*/", "")
                : schema.path("type").asText();
    }
}

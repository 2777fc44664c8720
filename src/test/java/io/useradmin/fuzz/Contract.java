package io.useradmin.fuzz;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The OpenAPI document in the repository: its operations, and schemas to validate values. */
final class Contract {
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    /** Stricter than Jackson's defaults, and without its size limits, which the service has to enforce itself. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build());
    }

    private final OpenApiDocument document;
    private final List<Operation> operations;
    private final Map<JsonNode, JsonSchema> validators = new IdentityHashMap<>();

    private Contract(OpenApiDocument document) {
        this.document = document;
        // Paths with fewer parameters come first, so that blocked_ips/unblock does not match as the address "unblock".
        this.operations = document.operations().stream()
                .sorted(Comparator.comparing(
                        operation -> operation.parametersIn("path").size()))
                .toList();
    }

    /** The document in the repository. OpenApiDocumentTest compares it with the served one. */
    static Contract committed() {
        return new Contract(OpenApiDocument.committed());
    }

    List<Operation> operations() {
        return operations;
    }

    /** The operation of a request. HEAD counts as GET. */
    Optional<Operation> operation(String method, String path) {
        String documented = method.equals("HEAD") ? "GET" : method;
        List<String> segments = List.of(path.split("/", -1));
        return operations.stream()
                .filter(operation -> operation.method().equals(documented))
                .filter(operation -> isAt(operation.path(), segments))
                .findFirst();
    }

    /** Whether the segments match the path. A path parameter matches any segment. */
    private static boolean isAt(String path, List<String> segments) {
        List<String> template = List.of(path.split("/"));
        if (template.size() != segments.size()) {
            return false;
        }
        for (int index = 0; index < template.size(); index++) {
            String part = template.get(index);
            boolean same = part.startsWith("{") ? !segments.get(index).isEmpty() : part.equals(segments.get(index));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /**
     * The documented response of {@code operation}. Without an operation, an error of any operation counts. Missing if
     * undocumented.
     */
    JsonNode response(Optional<Operation> operation, int status) {
        return operation.isEmpty() && status < 400
                ? MissingNode.getInstance()
                : responses(operation, status).findFirst().orElseGet(MissingNode::getInstance);
    }

    /** The documented errors with this status, of {@code operation} or of any. */
    Stream<JsonNode> problems(Optional<Operation> operation, int status) {
        return responses(operation, status)
                .flatMap(response -> response.at("/content/application~1problem+json/examples")
                        .valueStream())
                .map(example -> example.get("value"));
    }

    private Stream<JsonNode> responses(Optional<Operation> operation, int status) {
        return operation
                .map(Stream::of)
                .orElseGet(operations::stream)
                .map(known -> known.responses().path(Integer.toString(status)))
                .filter(response -> !response.isMissingNode());
    }

    /** The node itself, or the node that it references. For a nullable schema, the other choice. */
    JsonNode resolve(JsonNode node) {
        JsonNode found = document.resolve(node);
        return found.has("oneOf") ? resolve(found.at("/oneOf/0")) : found;
    }

    /** Whether the schema allows null. In a merge patch, null removes the member. */
    static boolean allowsNull(JsonNode schema) {
        return schema.has("oneOf") || schema.path("type").isArray();
    }

    /** The schema's JSON type without null. */
    static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return (type.isArray() ? type.get(0) : type).asText();
    }

    /** The schema violations of {@code value}. */
    List<String> violations(JsonNode schema, JsonNode value) {
        return validators.computeIfAbsent(schema, this::validator).validate(value).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    boolean allows(JsonNode schema, JsonNode value) {
        return violations(schema, value).isEmpty();
    }

    /** The schema references others by their path in the document, so they must be in the same root. */
    private JsonSchema validator(JsonNode schema) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putArray("allOf").add(schema);
        ObjectNode schemas = root.putObject("components").putObject("schemas");
        document.components("schemas").forEach(named -> schemas.set(named.getKey(), named.getValue()));
        return SCHEMAS.getSchema(root);
    }

    /** Parses a single JSON text in UTF-8 without repeated members; empty if it is anything else. */
    static Optional<JsonNode> json(byte[] text) {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            return Optional.of(JSON.readTree(decoded)).filter(node -> !node.isMissingNode());
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }
}

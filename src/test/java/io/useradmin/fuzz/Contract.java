package io.useradmin.fuzz;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The committed OpenAPI document: its operations, and its schemas for values to be held against. */
final class Contract {
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    /** Strict where Jackson is lenient, and without bounds, which are the service's to keep. */
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

    private final JsonNode document;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<JsonNode, JsonSchema> validators = new IdentityHashMap<>();

    /** An operation, its parameters and answers without references. */
    record Operation(
            String id, String method, String path, List<JsonNode> parameters, JsonNode body, JsonNode responses) {
        boolean hasBody() {
            return !body.isMissingNode();
        }

        JsonNode bodySchema() {
            return body.at("/content/application~1json/schema");
        }

        /** Parameters of one kind: path, query or header. */
        List<JsonNode> parametersIn(String place) {
            return parameters.stream()
                    .filter(parameter -> parameter.get("in").asText().equals(place))
                    .toList();
        }

        /** Whether {@code segments} are those of the path, with anything in place of its parameters. */
        private boolean isAt(List<String> segments) {
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
    }

    private Contract(JsonNode document) {
        this.document = document;
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method ->
                                operations.add(operation(path.getKey(), method.getKey(), method.getValue()))));
        // The more literal path goes first: blocked_ips/unblock is not the address "unblock".
        operations.sort(
                Comparator.comparing(operation -> operation.parametersIn("path").size()));
    }

    /** The document in the repository, which a test of its own holds against the service. */
    static Contract committed() {
        try {
            return new Contract(
                    new YAMLMapper().readTree(Path.of("docs", "openapi.yaml").toFile()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Operation operation(String path, String method, JsonNode node) {
        List<JsonNode> parameters = StreamSupport.stream(node.path("parameters").spliterator(), false)
                .map(this::resolve)
                .toList();
        return new Operation(
                node.get("operationId").asText(),
                method.toUpperCase(Locale.ROOT),
                path,
                parameters,
                node.path("requestBody"),
                node.get("responses"));
    }

    List<Operation> operations() {
        return operations;
    }

    /** The operation that a request is for; HEAD is GET without the body. */
    Optional<Operation> operation(String method, String path) {
        String documented = method.equals("HEAD") ? "GET" : method;
        List<String> segments = List.of(path.split("/", -1));
        return operations.stream()
                .filter(operation -> operation.method().equals(documented))
                .filter(operation -> operation.isAt(segments))
                .findFirst();
    }

    /** What the document says of an answer, of {@code operation} or, of an error, of any; missing if it says nothing. */
    JsonNode response(Optional<Operation> operation, int status) {
        return operation.isEmpty() && status < 400
                ? MissingNode.getInstance()
                : responses(operation, status).findFirst().orElseGet(MissingNode::getInstance);
    }

    /** The problems that an answer may have, of {@code operation} or of any. */
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

    /** The node itself, or what it refers to. */
    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? resolve(document.at(node.get("$ref").asText().substring(1))) : node;
    }

    /** What is wrong with {@code value}. */
    List<String> violations(JsonNode schema, JsonNode value) {
        return validators.computeIfAbsent(schema, this::validator).validate(value).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    boolean allows(JsonNode schema, JsonNode value) {
        return violations(schema, value).isEmpty();
    }

    /** A schema refers to others by their place in the document. */
    private JsonSchema validator(JsonNode schema) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.putArray("allOf").add(schema);
        root.putObject("components").set("schemas", document.at("/components/schemas"));
        return SCHEMAS.getSchema(root);
    }

    /** One JSON text in UTF-8 without repeated members; empty where it is anything else. */
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

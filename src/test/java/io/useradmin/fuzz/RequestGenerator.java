package io.useradmin.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.nio.charset.StandardCharsets;

/** Generates requests for an operation: valid ones, ones with odd values, and broken ones. */
final class RequestGenerator {
    private final String key;
    private final Values values;
    private final Mutators mutators;

    RequestGenerator(String key, Values values, Mutators mutators) {
        this.key = key;
        this.values = values;
        this.mutators = mutators;
    }

    Request next(Operation operation) {
        double oddity = values.chance(0.6) ? 0 : 0.1;
        Request request = request(operation, oddity);
        int changes = values.pick(0, 0, 0, 1, 1, 1, 2, 3);
        for (int change = 0; change < changes; change++) {
            mutators.change(request);
        }
        return request;
    }

    private Request request(Operation operation, double oddity) {
        Request request = new Request(operation.method(), path(operation, oddity));
        request.setHeader("Host", "localhost");
        request.setHeader("X-API-KEY", key);
        request.setHeader("Accept", "application/json, application/problem+json");
        request.setHeader("Content-Type", "application/json");
        operation.parametersIn("query").stream()
                .filter(parameter -> values.chance(parameter.path("required").asBoolean() ? 0.95 : 0.2))
                .forEach(parameter -> request.query.add(
                        parameter.get("name").asText() + "=" + values.encoded(value(parameter, oddity))));
        operation.parametersIn("header").stream()
                .filter(_ -> values.chance(0.2))
                .forEach(parameter -> request.setHeader(parameter.get("name").asText(), values.parameter(parameter)));
        if (operation.hasBody()) {
            request.body = values.json(operation.bodySchema(), oddity).getBytes(StandardCharsets.UTF_8);
        }
        return request;
    }

    private String path(Operation operation, double oddity) {
        String path = operation.path();
        for (JsonNode parameter : operation.parametersIn("path")) {
            String value = values.chance(oddity) ? values.oddText() : values.inPath(parameter, operation.path());
            path = path.replace("{" + parameter.get("name").asText() + "}", values.encoded(value));
        }
        return path;
    }

    private String value(JsonNode parameter, double oddity) {
        if (values.chance(oddity)) {
            return values.oddText();
        }
        return parameter.get("name").asText().equals("wait")
                ? values.pick("0", "1", "31")
                : values.parameter(parameter);
    }
}

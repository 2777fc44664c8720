package io.useradmin.idempotency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** A stored response: status, the headers that the operation set, and the bytes of the body. */
final class StoredResponse {
    private static final String STATUS = "status";
    private static final String HEADERS = "headers";
    private static final String BODY = "body";

    private StoredResponse() {}

    /** Serializes the result of an operation. */
    static byte[] write(Object result, ObjectMapper json) {
        RestResponse<?> response = result instanceof RestResponse<?> complete ? complete : RestResponse.ok(result);
        ObjectNode stored = json.createObjectNode().put(STATUS, response.getStatus());
        ObjectNode headers = stored.putObject(HEADERS);
        response.getHeaders()
                .forEach((name, values) ->
                        values.forEach(value -> headers.withArray("/" + name).add(value.toString())));
        try {
            if (response.getEntity() != null) {
                // As bytes, like the first response: Jackson escapes some characters only then.
                stored.put(BODY, new String(json.writeValueAsBytes(response.getEntity()), StandardCharsets.UTF_8));
            }
            return json.writeValueAsBytes(stored);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot serialize the response", impossible);
        }
    }

    /** Deserializes a response that {@link #write} stored. */
    static RestResponse<RawValue> read(byte[] stored, ObjectMapper json) {
        try {
            var tree = json.readTree(new String(stored, StandardCharsets.UTF_8));
            ResponseBuilder<RawValue> response =
                    ResponseBuilder.create(tree.get(STATUS).intValue());
            tree.get(HEADERS)
                    .properties()
                    .forEach(header ->
                            header.getValue().forEach(value -> response.header(header.getKey(), value.textValue())));
            if (tree.has(BODY)) {
                response.entity(new RawValue(tree.get(BODY).textValue()));
            }
            return response.build();
        } catch (IOException impossible) {
            throw new IllegalStateException("cannot deserialize a stored response", impossible);
        }
    }
}

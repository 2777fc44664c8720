package io.useradmin.openapi;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** Finds the schemas that contain private data, directly or in schemas that they refer to. No schema is recursive. */
final class PrivateMembers {
    private static final String PRIVATE_DATA = "private_data";

    private final Map<String, Schema> schemas;

    PrivateMembers(OpenAPI document) {
        this.schemas = document.getComponents().getSchemas();
    }

    /** Whether the schema of {@code reference} contains private data. */
    boolean areIn(String reference) {
        return areIn(Objects.requireNonNull(schemas.get(SchemaReference.name(reference)), reference));
    }

    private boolean areIn(Schema schema) {
        Map<String, Schema> members = Objects.requireNonNullElse(schema.getProperties(), Map.of());
        return members.containsKey(PRIVATE_DATA)
                || (schema.getRef() != null && areIn(schema.getRef()))
                || Stream.concat(members.values().stream(), Stream.ofNullable(schema.getItems()))
                        .anyMatch(this::areIn);
    }
}

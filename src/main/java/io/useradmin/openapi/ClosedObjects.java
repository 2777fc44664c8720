package io.useradmin.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * Closes the objects that requests and responses share: a response may have members of later releases, but a request with an
 * unknown member is refused. So an object in a request gets a separate schema.
 */
final class ClosedObjects {
    private ClosedObjects() {}

    /** Completes the schemas of all bodies. */
    static void complete(Map<String, Schema> schemas) {
        Map<String, Schema> closed = new LinkedHashMap<>();
        schemas.forEach((name, body) -> {
            if (name.endsWith("Body") && body.getProperties() != null) {
                Map<String, Schema> members = new LinkedHashMap<>(body.getProperties());
                members.replaceAll((_, member) -> close(member, schemas, closed));
                body.setProperties(members);
            }
        });
        schemas.putAll(closed);
    }

    private static Schema close(Schema member, Map<String, Schema> schemas, Map<String, Schema> closed) {
        if (member.getRef() == null) {
            return member;
        }
        String name = SchemaReference.name(member.getRef());
        Schema target = Objects.requireNonNull(schemas.get(name), name);
        if (target.getProperties() == null || target.getAdditionalPropertiesSchema() != null) {
            return member;
        }
        String body = name + "Body";
        closed.computeIfAbsent(
                body,
                _ -> OASFactory.createSchema()
                        .type(target.getType())
                        .additionalPropertiesSchema(OASFactory.createSchema().booleanSchema(false))
                        .description(target.getDescription())
                        .properties(target.getProperties()));
        return OASFactory.createSchema().ref(body);
    }
}

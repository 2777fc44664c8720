package io.useradmin.openapi;

import io.useradmin.http.RequestBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * Allows null in the bodies of merge patches (RFC 7396), for all optional members: null removes a member. An object in a patch is
 * also a patch, so it gets a separate schema without required members.
 */
final class MergePatches {
    private final Map<String, Schema> schemas;

    private MergePatches(Map<String, Schema> schemas) {
        this.schemas = schemas;
    }

    /** Completes the schemas of all bodies that are merge patches. */
    static void complete(OpenAPI document) {
        var patches =
                new MergePatches(new LinkedHashMap<>(document.getComponents().getSchemas()));
        bodies(document).forEach(patches::complete);
        document.getComponents().setSchemas(patches.schemas);
    }

    private static List<String> bodies(OpenAPI document) {
        return document.getPaths().getPathItems().values().stream()
                .flatMap(path -> path.getOperations().values().stream())
                .flatMap(operation -> Stream.ofNullable(operation.getRequestBody()))
                .flatMap(body -> Stream.ofNullable(body.getContent().getMediaType(RequestBody.MERGE_PATCH)))
                .map(media -> name(media.getSchema()))
                .distinct()
                .toList();
    }

    private void complete(String body) {
        Schema schema = schema(body);
        List<String> required = Objects.requireNonNullElse(schema.getRequired(), List.of());
        schema.setProperties(patched(schema, required));
    }

    private Map<String, Schema> patched(Schema object, List<String> notRemovable) {
        Map<String, Schema> members = new LinkedHashMap<>();
        object.getProperties().forEach((name, member) -> {
            Schema patch = member.getRef() == null ? copy(member) : patchOf(member);
            members.put(name, notRemovable.contains(name) ? patch : nullable(patch));
        });
        return members;
    }

    /** The reference to the patch schema of {@code reference}, if that is an object. */
    private Schema patchOf(Schema reference) {
        Schema target = schema(name(reference));
        if (target.getProperties() == null) {
            return reference;
        }
        String name = name(reference).replaceFirst("Body$", "") + "Patch";
        // Required members can be left out, but not removed.
        List<String> required = Objects.requireNonNullElse(target.getRequired(), List.of());
        schemas.computeIfAbsent(
                name,
                _ -> OASFactory.createSchema()
                        .addType(SchemaType.OBJECT)
                        .additionalPropertiesSchema(OASFactory.createSchema().booleanSchema(false))
                        .description("A merge patch of `" + name(reference) + "`; `null` removes a member.")
                        .properties(patched(target, required)));
        return OASFactory.createSchema().ref(name);
    }

    private Schema schema(String name) {
        return Objects.requireNonNull(schemas.get(name), name);
    }

    private static String name(Schema reference) {
        return SchemaReference.name(reference.getRef());
    }

    /** Copies only the properties that members of objects in patches use. */
    private static Schema copy(Schema member) {
        return OASFactory.createSchema()
                .type(List.copyOf(member.getType()))
                .format(member.getFormat())
                .description(member.getDescription())
                .examples(member.getExamples())
                .minimum(member.getMinimum())
                .maximum(member.getMaximum())
                .minLength(member.getMinLength())
                .maxLength(member.getMaxLength())
                .maxItems(member.getMaxItems())
                .items(member.getItems())
                .additionalPropertiesSchema(member.getAdditionalPropertiesSchema());
    }

    private Schema nullable(Schema schema) {
        return schema.getRef() == null
                ? schema.addType(SchemaType.NULL)
                : OASFactory.createSchema()
                        .description(schema(name(schema)).getDescription())
                        .oneOf(List.of(schema, OASFactory.createSchema().addType(SchemaType.NULL)));
    }
}

package io.useradmin.openapi;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.useradmin.json.JsonItem;
import io.useradmin.shared.Identifier;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget.Kind;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.RecordComponentInfo;
import org.jspecify.annotations.Nullable;

/** The common rules for the members of all bodies: which are required, the meaning of integers, upper bounds. */
final class SchemaRules {
    private static final DotName NULLABLE = DotName.createSimple(Nullable.class);
    private static final SnakeCaseStrategy NAMING = new SnakeCaseStrategy();

    private static final BigDecimal EXAMPLE_TIME = BigDecimal.valueOf(1_767_225_600L);
    /** The last second of the year 9999. */
    private static final BigDecimal LATEST_TIME = BigDecimal.valueOf(JsonItem.LATEST_TIME);
    /** A generous upper bound for members without another one. */
    private static final int LONGEST_TEXT = 8192;

    private final Map<String, List<String>> requiredMembers;

    SchemaRules(IndexView index) {
        // The index can contain a class several times.
        requiredMembers = index.getAnnotations(org.eclipse.microprofile.openapi.annotations.media.Schema.class).stream()
                .filter(schema -> schema.target().kind() == Kind.CLASS
                        && schema.target().asClass().isRecord())
                .collect(Collectors.toMap(
                        SchemaRules::name, schema -> required(schema.target().asClass()), (members, _) -> members));
    }

    /** Completes the schema {@code name}. */
    void complete(String name, Schema schema) {
        List<String> required = requiredMembers.getOrDefault(name, List.of());
        if (!required.isEmpty()) {
            schema.setRequired(required);
        }
        bound(schema);
    }

    private static String name(AnnotationInstance schema) {
        return schema.value("name") == null
                ? schema.target().asClass().simpleName()
                : schema.value("name").asString();
    }

    /** Responses leave out null members, so all members are required except nullable ones. */
    private static List<String> required(ClassInfo type) {
        return type.recordComponentsInDeclarationOrder().stream()
                .filter(component -> !component.type().hasAnnotation(NULLABLE))
                .map(RecordComponentInfo::name)
                .map(NAMING::translate)
                .toList();
    }

    private static void bound(Schema schema) {
        switch (type(schema)) {
            case STRING -> boundText(schema);
            case INTEGER -> boundInteger(schema);
            case ARRAY -> {
                describeItems(schema);
                schema.setMaxItems(Objects.requireNonNullElse(schema.getMaxItems(), JsonItem.MOST_ELEMENTS));
                bound(schema.getItems());
            }
            case OBJECT -> boundObject(schema);
            case BOOLEAN, NUMBER, NULL -> {}
        }
    }

    /** The only type of a schema. A reference gets its bounds in the schema that it refers to. */
    private static SchemaType type(Schema schema) {
        return schema.getType() == null || schema.getRef() != null
                ? SchemaType.NULL
                : schema.getType().getFirst();
    }

    /** Marks free-form objects: without this, some generators create a type without members. */
    private static void boundObject(Schema object) {
        if (object.getProperties() == null && object.getAdditionalPropertiesSchema() == null) {
            object.setAdditionalPropertiesSchema(OASFactory.createSchema().booleanSchema(true));
            return;
        }
        if (object.getAdditionalPropertiesSchema() != null) {
            moveBounds(object, object.getAdditionalPropertiesSchema());
        }
        Stream.concat(
                        Stream.ofNullable(object.getProperties()).flatMap(each -> each.values().stream()),
                        Stream.ofNullable(object.getAdditionalPropertiesSchema()))
                .forEach(SchemaRules::bound);
    }

    /** The annotation of a list cannot describe its items, so it has their bounds, or the pattern of identifiers. */
    private static void describeItems(Schema array) {
        if (Identifier.PATTERN.equals(array.getPattern())) {
            array.setPattern(null);
            array.setItems(OASFactory.createSchema().ref("Identifier"));
        } else {
            moveBounds(array, array.getItems());
        }
    }

    private static void moveBounds(Schema container, Schema text) {
        if (container.getMaxLength() != null) {
            text.pattern(container.getPattern())
                    .minLength(container.getMinLength())
                    .maxLength(container.getMaxLength());
            container.pattern(null).minLength(null).maxLength(null);
        }
    }

    private static void boundText(Schema text) {
        if (text.getEnumeration() == null && text.getMaxLength() == null) {
            text.setMaxLength(LONGEST_TEXT);
        }
    }

    /** In this API, 64-bit integers are times; the others are counts. */
    private static void boundInteger(Schema integer) {
        boolean isTime = "int64".equals(integer.getFormat());
        if (isTime) {
            integer.setDescription(integer.getDescription() + " In seconds since the Unix epoch, UTC.");
            integer.setExamples(Objects.requireNonNullElse(integer.getExamples(), List.of(EXAMPLE_TIME)));
        }
        integer.setMinimum(Objects.requireNonNullElse(integer.getMinimum(), BigDecimal.ZERO));
        integer.setMaximum(Objects.requireNonNullElse(
                integer.getMaximum(), isTime ? LATEST_TIME : BigDecimal.valueOf(Integer.MAX_VALUE)));
    }
}

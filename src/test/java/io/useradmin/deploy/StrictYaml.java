package io.useradmin.deploy;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads YAML as Kubernetes does with strict validation: unknown members, numbers instead of texts, and duplicate keys are
 * errors.
 */
final class StrictYaml {
    private static final ObjectMapper MAPPER = mapper();

    private StrictYaml() {}

    static <T> List<T> documents(String yaml, Class<T> type) throws IOException {
        try (var documents = MAPPER.readerFor(type).<T>readValues(yaml)) {
            return documents.readAll();
        }
    }

    private static ObjectMapper mapper() {
        var factory = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        return YAMLMapper.builder(factory)
                .annotationIntrospector(new WithoutAnySetter())
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> Stream.of(
                                        CoercionInputShape.Integer,
                                        CoercionInputShape.Float,
                                        CoercionInputShape.Boolean)
                                .forEach(shape -> text.setCoercion(shape, CoercionAction.Fail)))
                .withConfigOverride(
                        List.class, lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
                .build();
    }

    /** Without this, the model's classes would accept unknown members. */
    private static final class WithoutAnySetter extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated annotated) {
            return false;
        }
    }
}

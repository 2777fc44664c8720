package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;

/** JSON trees that keep the digits of numbers, and lone surrogates. */
final class Json {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Means no value. */
    static final JsonNode NOTHING = MissingNode.getInstance();

    /** More digits than PostgreSQL can store, so that the parser of the lines rejects a longer number. */
    private static final int LONGEST_NUMBER = 200_000;

    /**
     * Does not intern names, because their number is unlimited. The output is ASCII, because a lone surrogate can only be written
     * as an escape. The parser of the lines rejects it.
     */
    static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(LONGEST_NUMBER)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final ObjectReader ONE_VALUE = MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /** The only value of {@code text}; {@link #NOTHING} for blank text. */
    static JsonNode read(byte[] text) throws IOException {
        return ONE_VALUE.readTree(text);
    }

    static byte[] write(JsonNode value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot serialize the JSON tree", impossible);
        }
    }

    /** Whether {@code value} is not null, empty text or an empty list. */
    static boolean isMeaningful(JsonNode value) {
        if (value.isContainerNode()) {
            return !value.isEmpty();
        }
        return !(value.isNull() || value.isMissingNode() || value.asText().isEmpty());
    }
}

package io.useradmin.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.useradmin.json.JsonValue.JsonArray;
import io.useradmin.json.JsonValue.JsonBoolean;
import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonNumber;
import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.json.JsonValue.JsonString;
import io.useradmin.shared.Violation.Severity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a JSON text into {@link JsonValue}s. */
final class JsonReader {
    /**
     * Reading is recursive, and Jackson needs about 100 bytes for each open bracket. It is above the limit for data documents, so
     * that their errors name the place in the body.
     */
    private static final int DEEPEST = 512;

    private static final String TOO_DEEP =
            "must not be nested more than %d levels deep, and a document not more than %d"
                    .formatted(DEEPEST, FreeFormDocument.MAX_DEPTH);

    /** Without Jackson's other limits: the size of the body is already limited, and that limits everything else. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonReader() {}

    static JsonValue read(byte[] text) throws UnreadableJsonException {
        try (JsonParser parser = FACTORY.createParser(decoded(text))) {
            if (parser.nextToken() == null) {
                throw new UnreadableJsonException("empty_body", "the body is empty, send a JSON object");
            }
            JsonValue value = value(parser);
            if (parser.nextToken() != null) {
                throw new UnreadableJsonException("syntax", "there is text after the end of the JSON");
            }
            return value;
        } catch (StreamConstraintsException _) {
            throw new UnreadableJsonException(Severity.BROKEN_RULE, "too_deep", TOO_DEEP);
        } catch (StreamReadException failure) {
            throw unreadable(failure);
        } catch (IOException failure) {
            throw new UnreadableJsonException("syntax", "the body is not UTF-8 encoded JSON");
        }
    }

    /** Rejects malformed UTF-8. Jackson would guess the encoding, and replace malformed bytes. */
    private static String decoded(byte[] text) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    }

    private static JsonValue value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
            case VALUE_TRUE -> new JsonBoolean(true);
            case VALUE_FALSE -> new JsonBoolean(false);
            case VALUE_NULL -> new JsonNull();
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a value cannot begin with " + parser.currentToken());
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser));
        }
        return new JsonObject(members);
    }

    private static JsonArray array(JsonParser parser) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return new JsonArray(elements);
    }

    /** Reports only the kind of failure and the position: Jackson's message quotes the body, which may be private. */
    private static UnreadableJsonException unreadable(JacksonException failure) {
        boolean duplicate = String.valueOf(failure.getOriginalMessage()).startsWith("Duplicate field");
        @Nullable JsonLocation location = failure.getLocation();
        String where = location == null
                ? ""
                : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
        return duplicate
                ? new UnreadableJsonException(
                        "duplicate_member", "an object has two members with the same name" + where)
                : new UnreadableJsonException("syntax", "the body is not valid JSON" + where);
    }
}

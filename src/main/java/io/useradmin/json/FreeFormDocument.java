package io.useradmin.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.useradmin.json.JsonValue.JsonArray;
import io.useradmin.json.JsonValue.JsonBoolean;
import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonNumber;
import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.json.JsonValue.JsonString;
import io.useradmin.shared.Violations;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Checks whether a client's free-form object can be stored, and writes it as JSON text. */
final class FreeFormDocument {
    /**
     * The largest nesting depth, including the document itself. Profiles need a few levels. Reading, merging and writing are
     * recursive, so the depth must fit the stack.
     */
    static final int MAX_DEPTH = 32;
    /** Two quotes or brackets. */
    private static final int BRACKETS = 2;
    /** Quotes and a colon. */
    private static final int NAME_QUOTED = 3;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonLimits limits;
    private final Violations violations;
    /** A lower bound for the size of the stored document. Null members do not count, because a patch removes them. */
    private long leastLength;

    FreeFormDocument(JsonLimits limits, Violations violations) {
        this.limits = limits;
        this.violations = violations;
    }

    /** Adds every violation in {@code object} at {@code place} of the body. */
    void check(JsonObject object, BodyLocation place) {
        check(object, place, 1);
        if (leastLength > limits.maxBytes()) {
            // Rejects the document before it reaches PostgreSQL. There, a number like 1e131071 would need gigabytes,
            // and thousands of members would be merged one by one, before the size is checked.
            broken(place, "too_large", "must not take more than %d bytes".formatted(limits.maxBytes()));
        }
    }

    /** The object as JSON text. Numbers keep their digits. */
    static String write(JsonObject object) {
        var text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(object, generator);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return text.toString();
    }

    private void check(JsonValue value, BodyLocation place, int depth) {
        leastLength += BRACKETS;
        switch (value) {
            case JsonObject object
            when isShallow(place, depth) ->
                object.members().forEach((name, member) -> checkMember(name, member, place, depth));
            case JsonArray(var elements)
            when isShallow(place, depth) -> {
                for (int index = 0; index < elements.size(); index++) {
                    check(elements.get(index), place.element(index), depth + 1);
                }
            }
            case JsonString(var text) -> {
                leastLength += text.length();
                checkText(text, place);
            }
            case JsonNumber(var literal) -> checkNumber(literal, place);
            case JsonObject _, JsonArray _, JsonBoolean _, JsonNull _ -> {}
        }
    }

    private boolean isShallow(BodyLocation place, int depth) {
        if (depth > MAX_DEPTH) {
            broken(place, "too_deep", "must not be nested more than %d levels deep".formatted(MAX_DEPTH));
            return false;
        }
        return true;
    }

    private void checkMember(String name, JsonValue member, BodyLocation object, int depth) {
        if (object.checkName(name, violations) && !(member instanceof JsonNull)) {
            leastLength += name.length() + NAME_QUOTED;
            check(member, object.member(name), depth + 1);
        }
    }

    private void checkText(String text, BodyLocation place) {
        StorableText.violation(text).ifPresent(detail -> broken(place, "not_storable", detail));
    }

    private void checkNumber(String literal, BodyLocation place) {
        StorableNumber number = StorableNumber.of(literal);
        if (number.isNegativeZero()) {
            broken(place, "negative_zero", "must not be -0, which cannot be stored: send 0");
        } else if (number.isStorable()) {
            leastLength += number.length() - BRACKETS;
        } else {
            broken(place, "number_out_of_range", StorableNumber.RULE);
        }
    }

    private void broken(BodyLocation place, String code, String detail) {
        violations.broken(place::pointer, code, detail);
    }

    private static void write(JsonValue value, JsonGenerator generator) throws IOException {
        switch (value) {
            case JsonObject object -> {
                generator.writeStartObject();
                for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                    generator.writeFieldName(member.getKey());
                    write(member.getValue(), generator);
                }
                generator.writeEndObject();
            }
            case JsonArray(var elements) -> {
                generator.writeStartArray();
                for (JsonValue element : elements) {
                    write(element, generator);
                }
                generator.writeEndArray();
            }
            case JsonString(var text) -> generator.writeString(text);
            case JsonNumber(var literal) -> generator.writeNumber(literal);
            case JsonBoolean(var bool) -> generator.writeBoolean(bool);
            case JsonNull() -> generator.writeNull();
        }
    }
}

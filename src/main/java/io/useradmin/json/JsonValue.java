package io.useradmin.json;

import java.util.List;
import java.util.Map;

/** A JSON value that keeps the order of members and the digits of numbers. */
sealed interface JsonValue {
    record JsonObject(Map<String, JsonValue> members) implements JsonValue {}

    record JsonArray(List<JsonValue> elements) implements JsonValue {}

    record JsonString(String value) implements JsonValue {}

    /** A number with its original digits. */
    record JsonNumber(String literal) implements JsonValue {}

    record JsonBoolean(boolean value) implements JsonValue {}

    record JsonNull() implements JsonValue {}
}

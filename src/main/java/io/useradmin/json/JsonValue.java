package io.useradmin.json;

import java.util.List;
import java.util.Map;

/** A JSON value that keeps the order of members and the digits of numbers. */
sealed interface JsonValue {
    /** An object. */
    record JsonObject(Map<String, JsonValue> members) implements JsonValue {}

    /** An array. */
    record JsonArray(List<JsonValue> elements) implements JsonValue {}

    /** A string. */
    record JsonString(String value) implements JsonValue {}

    /** A number as it was written. */
    record JsonNumber(String literal) implements JsonValue {}

    /** A boolean. */
    record JsonBoolean(boolean value) implements JsonValue {}

    /** The null literal. */
    record JsonNull() implements JsonValue {}
}

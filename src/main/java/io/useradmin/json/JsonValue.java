package io.useradmin.json;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A JSON value that keeps the order of members and the digits of numbers. */
sealed interface JsonValue {
    /**
     * An object.
     *
     * @param removed the names of members that a merge patch removed
     */
    record JsonObject(Map<String, JsonValue> members, Set<String> removed) implements JsonValue {
        JsonObject(Map<String, JsonValue> members) {
            this(members, Set.of());
        }
    }

    record JsonArray(List<JsonValue> elements) implements JsonValue {}

    record JsonString(String value) implements JsonValue {}

    /** A number with its original digits. */
    record JsonNumber(String literal) implements JsonValue {}

    record JsonBoolean(boolean value) implements JsonValue {}

    record JsonNull() implements JsonValue {}
}

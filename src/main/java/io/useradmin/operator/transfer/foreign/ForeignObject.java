package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The members of an object of another product. Each member is taken, or skipped and counted under a readable name. Members that
 * remain at the end are counted as unknown. Empty members count as absent.
 */
final class ForeignObject {
    private final Map<String, JsonNode> members = new LinkedHashMap<>();
    private final JsonNode object;
    private final String path;
    private final SkippedData notImported;

    private ForeignObject(JsonNode object, String path, SkippedData notImported) {
        this.object = object;
        this.path = path;
        this.notImported = notImported;
        object.properties().forEach(member -> {
            if (Json.isMeaningful(member.getValue())) {
                members.put(member.getKey(), member.getValue());
            }
        });
    }

    /** An object in the list of a file. */
    static ForeignObject of(JsonNode object, SkippedData notImported) {
        return new ForeignObject(object, "", notImported);
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /** Whether the member existed, even if it was empty. */
    boolean wasGiven(String name) {
        return object.hasNonNull(name);
    }

    /** The names of the remaining members, in order. */
    List<String> names() {
        return List.copyOf(members.keySet());
    }

    /** Whether no member remains. */
    boolean isEmpty() {
        return members.isEmpty();
    }

    /** Takes the value of a member; {@link Json#NOTHING} if it is absent. */
    JsonNode take(String name) {
        JsonNode value = peek(name);
        members.remove(name);
        return value;
    }

    private JsonNode peek(String name) {
        return members.getOrDefault(name, Json.NOTHING);
    }

    /** Takes a member that is text; another type remains. */
    Optional<JsonNode> takeText(String name) {
        return peek(name).isTextual() ? Optional.of(take(name)) : Optional.empty();
    }

    /** Takes a member that is an object; another type remains. */
    Optional<ForeignObject> takeObject(String name) {
        return peek(name).isObject()
                ? Optional.of(new ForeignObject(take(name), path + name + ".", notImported))
                : Optional.empty();
    }

    /** Takes the objects of an array member; another type remains. */
    List<ForeignObject> takeObjects(String name) {
        List<ForeignObject> objects = new ArrayList<>();
        for (JsonNode element : takeArray(name)) {
            if (element.isObject()) {
                objects.add(new ForeignObject(element, path + name + ".", notImported));
            } else {
                skipUnknown(name);
            }
        }
        return objects;
    }

    /** Takes the texts of an array member; another type remains. */
    List<JsonNode> takeTexts(String name) {
        for (JsonNode element : peek(name)) {
            if (!element.isTextual()) {
                return List.of();
            }
        }
        return takeArray(name);
    }

    private List<JsonNode> takeArray(String name) {
        List<JsonNode> elements = new ArrayList<>();
        if (peek(name).isArray()) {
            take(name).forEach(elements::add);
        }
        return elements;
    }

    /** Skips a member and counts its elements. */
    void skip(String name, String what) {
        JsonNode value = take(name);
        if (!value.isMissingNode()) {
            notImported.add(what, value.isArray() ? value.size() : 1);
        }
    }

    /** Skips an object member and counts its members. */
    void skipMembers(String name, String what) {
        if (peek(name).isObject()) {
            notImported.add(what, take(name).size());
        }
    }

    /** Skips a member that is an object of arrays, and counts their elements. */
    void skipElements(String name, String what) {
        if (peek(name).isObject()) {
            take(name).forEach(array -> notImported.add(what, array.size()));
        }
    }

    /** Skips a member and counts it, unless it is false or 0. */
    void skipUnlessZero(String name, String what) {
        JsonNode value = take(name);
        if (!value.isMissingNode() && value.asLong(1) != 0) {
            notImported.add(what);
        }
    }

    /** Counts a taken member as skipped. */
    void countSkipped(String what) {
        notImported.add(what);
    }

    /** Counts {@code count} skipped elements. */
    void countSkipped(String what, long count) {
        notImported.add(what, count);
    }

    /** Ignores members that repeat others or say nothing about the user. */
    void ignore(String... names) {
        members.keySet().removeAll(Set.of(names));
    }

    /** The remaining members as an object. */
    ObjectNode rest() {
        ObjectNode rest = Json.NODES.objectNode();
        rest.setAll(members);
        members.clear();
        return rest;
    }

    /** Counts the remaining members. */
    void end() {
        members.keySet().forEach(this::skipUnknown);
    }

    private void skipUnknown(String name) {
        notImported.add(path + name + " (unknown member)");
    }
}

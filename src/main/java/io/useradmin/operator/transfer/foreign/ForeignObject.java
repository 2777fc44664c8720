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
 * The members of an object of another product. Each is taken, left behind by a name that people understand, or found at the end
 * to be unknown and counted by its own. Members that say nothing count as absent.
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
            if (Json.saysSomething(member.getValue())) {
                members.put(member.getKey(), member.getValue());
            }
        });
    }

    /** An object of a file's list. */
    static ForeignObject of(JsonNode object, SkippedData notImported) {
        return new ForeignObject(object, "", notImported);
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /** Whether there was a member, even one that says nothing. */
    boolean wasGiven(String name) {
        return object.hasNonNull(name);
    }

    /** The names of the members that are still there, in their order. */
    List<String> names() {
        return List.copyOf(members.keySet());
    }

    /** Whether no member is still there. */
    boolean isEmpty() {
        return members.isEmpty();
    }

    /** A member's value; nothing where it is absent. */
    JsonNode take(String name) {
        JsonNode value = peek(name);
        members.remove(name);
        return value;
    }

    private JsonNode peek(String name) {
        return members.getOrDefault(name, Json.NOTHING);
    }

    /** A member that is a text; it stays where it is anything else. */
    Optional<JsonNode> takeText(String name) {
        return peek(name).isTextual() ? Optional.of(take(name)) : Optional.empty();
    }

    /** A member that is an object; it stays where it is anything else. */
    Optional<ForeignObject> takeObject(String name) {
        return peek(name).isObject()
                ? Optional.of(new ForeignObject(take(name), path + name + ".", notImported))
                : Optional.empty();
    }

    /** The objects of a member that is an array; it stays where it is anything else. */
    List<ForeignObject> takeObjects(String name) {
        List<ForeignObject> objects = new ArrayList<>();
        for (JsonNode element : takeArray(name)) {
            if (element.isObject()) {
                objects.add(new ForeignObject(element, path + name + ".", notImported));
            } else {
                leaveUnknown(name);
            }
        }
        return objects;
    }

    /** The texts of a member that is an array of them; it stays where it is anything else. */
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

    /** Leaves a member behind, as many times as it has elements. */
    void leave(String name, String what) {
        JsonNode value = take(name);
        if (!value.isMissingNode()) {
            notImported.add(what, value.isArray() ? value.size() : 1);
        }
    }

    /** Leaves a member behind that is an object, as many times as it has members. */
    void leaveMembers(String name, String what) {
        if (peek(name).isObject()) {
            notImported.add(what, take(name).size());
        }
    }

    /** Leaves a member behind that is an object of arrays, as many times as these have elements. */
    void leaveElements(String name, String what) {
        if (peek(name).isObject()) {
            take(name).forEach(array -> notImported.add(what, array.size()));
        }
    }

    /** Leaves a member behind if there is one that is not false or 0. */
    void leaveUnlessZero(String name, String what) {
        JsonNode value = take(name);
        if (!value.isMissingNode() && value.asLong(1) != 0) {
            notImported.add(what);
        }
    }

    /** Leaves something behind that was taken. */
    void leaveTaken(String what) {
        notImported.add(what);
    }

    /** Leaves something behind that was taken, {@code count} times. */
    void leaveTaken(String what, long count) {
        notImported.add(what, count);
    }

    /** Passes over members that say nothing about the user which others do not say. */
    void passOver(String... names) {
        members.keySet().removeAll(Set.of(names));
    }

    /** The members that are still there, as an object. */
    ObjectNode rest() {
        ObjectNode rest = Json.NODES.objectNode();
        rest.setAll(members);
        members.clear();
        return rest;
    }

    /** Counts the members that are still there. */
    void end() {
        members.keySet().forEach(this::leaveUnknown);
    }

    private void leaveUnknown(String name) {
        notImported.add(path + name + " (unknown member)");
    }
}

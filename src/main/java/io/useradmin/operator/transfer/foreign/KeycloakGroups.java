package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.transfer.LineParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The groups of a Keycloak realm by path. Reads them member by member, because a group contains all its subgroups. */
final class KeycloakGroups {
    private static final String SUB_GROUPS = "subGroups";
    private static final Set<String> IMPORTED = Set.of("id", "name", "path", "description");

    private final List<byte[]> lines = new ArrayList<>();
    private final Map<String, JsonNode> ids = new HashMap<>();
    private final SkippedData notImported;

    KeycloakGroups(SkippedData notImported) {
        this.notImported = notImported;
    }

    /**
     * A group in the file.
     *
     * @param value its imported members; a value that is not an object is passed on, so that the parser of the lines rejects it
     */
    private record Group(JsonNode value, List<Group> subGroups) {}

    /** Reads the group that starts with the current token, and its subgroups. */
    void read(JsonInput input) throws IOException {
        add(group(input), "");
    }

    /** The lines of the groups, parents first. */
    List<byte[]> lines() {
        return List.copyOf(lines);
    }

    /** The identifier of the group at {@code path}, if it is valid. The users of another group would be rejected too. */
    Optional<JsonNode> id(String path) {
        return Optional.ofNullable(ids.get(path));
    }

    private Group group(JsonInput input) throws IOException {
        if (!input.isAtObject()) {
            return new Group(input.value(), List.of());
        }
        ObjectNode imported = Json.NODES.objectNode();
        List<Group> subGroups = new ArrayList<>();
        while (input.next() != JsonToken.END_OBJECT) {
            member(input, imported, subGroups);
        }
        return new Group(imported, subGroups);
    }

    private void member(JsonInput input, ObjectNode imported, List<Group> subGroups) throws IOException {
        String name = input.name();
        input.next();
        if (name.equals(SUB_GROUPS) && input.isAtArray()) {
            while (input.next() != JsonToken.END_ARRAY) {
                subGroups.add(group(input));
            }
        } else if (IMPORTED.contains(name)) {
            imported.set(name, input.value());
        } else {
            skip(name, input.value());
        }
    }

    private void skip(String name, JsonNode value) {
        var group = ForeignObject.of(Json.NODES.objectNode().set(name, value), notImported);
        group.skipMembers("attributes", "attributes of groups");
        group.skip("realmRoles", "realm roles of groups");
        group.skipElements("clientRoles", "client roles of groups");
        group.ignore("parentId", "subGroupCount", "access");
        group.end();
    }

    /** Only now, because the path of a group without one is that of its parent and its name. */
    private void add(Group group, String parentPath) {
        if (!group.value().isObject()) {
            lines.add(Json.write(group.value()));
            return;
        }
        var members = ForeignObject.of(group.value(), notImported);
        JsonNode id = members.take("id");
        String path = parentPath + "/" + members.take("name").asText().replace("/", "~/");
        path = members.takeText("path").map(JsonNode::textValue).orElse(path);
        byte[] line = line(id, path, members.take("description"));
        lines.add(line);
        if (LineParser.isValidGroup(line)) {
            ids.put(path, id);
        }
        members.end();
        for (Group subGroup : group.subGroups()) {
            add(subGroup, path);
        }
    }

    private static byte[] line(JsonNode id, String path, JsonNode description) {
        ObjectNode line = Json.NODES.objectNode();
        line.set("group_id", id.isMissingNode() ? Json.NODES.nullNode() : id);
        line.put("name", path);
        if (!description.isMissingNode()) {
            line.set("description", description);
        }
        return Json.write(line);
    }
}

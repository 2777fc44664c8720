package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.profile.Authenticator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parts of a realm to which its users refer: groups by path, and identity providers by alias, which the administrator
 * chooses.
 */
final class KeycloakRealm {
    private final List<byte[]> groupLines = new ArrayList<>();
    private final Map<String, JsonNode> groupIds = new HashMap<>();
    private final Map<String, Optional<Authenticator>> providers = new HashMap<>();
    private final SkippedData notImported;
    private boolean signsInByEmail = true;

    private KeycloakRealm(SkippedData notImported) {
        this.notImported = notImported;
    }

    /** Reads everything in a realm except its users. */
    static KeycloakRealm read(JsonInput input, SkippedData notImported) throws IOException {
        var realm = new KeycloakRealm(notImported);
        begin(input);
        while (input.next() == JsonToken.FIELD_NAME) {
            realm.member(input);
        }
        if (input.next() != null) {
            throw new IOException("there is text after the end of the realm: export one realm per file");
        }
        return realm;
    }

    /** Moves to the beginning of the realm object. */
    static void begin(JsonInput input) throws IOException {
        if (input.next() != JsonToken.START_OBJECT) {
            throw new IOException("the file is not the export of one realm, which is a JSON object;"
                    + " name the realm when you export");
        }
    }

    /** The lines of the groups, parents first. */
    List<byte[]> groupLines() {
        return List.copyOf(groupLines);
    }

    /** The identifier of the group at {@code path}. */
    Optional<JsonNode> groupId(String path) {
        return Optional.ofNullable(groupIds.get(path));
    }

    /** The provider of an alias. If the file has no providers (a file with only users), the alias itself. */
    Optional<Authenticator> authenticator(String alias) {
        return providers.containsKey(alias) ? providers.get(alias) : named(alias);
    }

    /** Whether users may also sign in with their email address. */
    boolean signsInByEmail() {
        return signsInByEmail;
    }

    private void member(JsonInput input) throws IOException {
        String name = input.name();
        JsonToken value = input.next();
        switch (name) {
            case "loginWithEmailAllowed" -> signsInByEmail = value != JsonToken.VALUE_FALSE;
            case "identityProviders" -> elements(name, input, this::provider);
            case "groups" -> elements(name, input, group -> group(group, ""));
            case "federatedUsers" ->
                elements(name, input, _ -> notImported.add("additions to users of other directories"));
            case "organizations" -> elements(name, input, _ -> notImported.add("organizations"));
            default -> input.skip();
        }
    }

    /** Reads elements one at a time, because there can be as many as users. */
    private static void elements(String name, JsonInput input, Consumer<JsonNode> each) throws IOException {
        if (!input.isAtArray()) {
            throw new IOException("the member %s of the realm is not a list".formatted(name));
        }
        while (input.next() != JsonToken.END_ARRAY) {
            each.accept(input.value());
        }
    }

    private void provider(JsonNode provider) {
        providers.put(
                provider.path("alias").asText(),
                isSelfHosted(provider.path("config"))
                        ? Optional.empty()
                        : named(provider.path("providerId").asText()));
    }

    /** A self-hosted server of the same software has other users. */
    private static boolean isSelfHosted(JsonNode configuration) {
        return Json.isMeaningful(configuration.path("baseUrl")) || Json.isMeaningful(configuration.path("apiUrl"));
    }

    private static Optional<Authenticator> named(String providerId) {
        return providerId.equals("linkedin-openid-connect")
                ? Optional.of(Authenticator.LINKEDIN)
                : Authenticator.of(providerId);
    }

    private void group(JsonNode node, String parentPath) {
        if (!node.isObject()) {
            groupLines.add(Json.write(node));
            return;
        }
        var group = ForeignObject.of(node, notImported);
        JsonNode id = group.take("id");
        String path = parentPath + "/" + group.take("name").asText().replace("/", "~/");
        path = group.takeText("path").map(JsonNode::textValue).orElse(path);
        groupLines.add(line(id, path, group.take("description")));
        groupIds.put(path, id);
        JsonNode subGroups = group.take("subGroups");
        skip(group);
        for (JsonNode subGroup : subGroups) {
            group(subGroup, path);
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

    private static void skip(ForeignObject group) {
        group.skipMembers("attributes", "attributes of groups");
        group.skip("realmRoles", "realm roles of groups");
        group.skipElements("clientRoles", "client roles of groups");
        group.ignore("parentId", "subGroupCount", "access");
        group.end();
    }
}

package io.useradmin.json;

import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A merge patch (RFC 7396) that is an object.
 *
 * @param text the patch as JSON
 * @param isFlat whether its members can simply replace those of the document. That is so if no member is null (which removes) or
 *     an object (which is merged), and if there are at most 100, so that an event can name all changed members
 * @param members the names of its members
 */
public record MergePatch(String text, boolean isFlat, List<String> members) {
    private static final int MOST_NAMED = 100;

    /** A patch that changes nothing. */
    static final MergePatch EMPTY = new MergePatch("{}", true, List.of());

    /** The result of applying {@code patch} to {@code target}. */
    static JsonValue merged(JsonValue target, JsonValue patch) {
        if (!(patch instanceof JsonObject changes)) {
            return patch;
        }
        Map<String, JsonValue> merged = new LinkedHashMap<>();
        Set<String> removed = new LinkedHashSet<>();
        if (target instanceof JsonObject object) {
            merged.putAll(object.members());
        }
        changes.members().forEach((name, change) -> {
            if (change instanceof JsonNull) {
                merged.remove(name);
                removed.add(name);
            } else {
                merged.put(name, merged(merged.getOrDefault(name, new JsonNull()), change));
            }
        });
        return new JsonObject(merged, removed);
    }

    static MergePatch of(JsonObject patch) {
        return new MergePatch(
                FreeFormDocument.write(patch),
                patch.members().size() <= MOST_NAMED
                        && patch.members().values().stream()
                                .noneMatch(member -> member instanceof JsonNull || member instanceof JsonObject),
                List.copyOf(patch.members().keySet()));
    }
}

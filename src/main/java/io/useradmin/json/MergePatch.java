package io.useradmin.json;

import io.useradmin.json.JsonValue.JsonNull;
import io.useradmin.json.JsonValue.JsonObject;

/**
 * A merge patch (RFC 7396) that is an object.
 *
 * @param text the patch as JSON
 * @param isFlat whether its members can simply replace those of the document: none of them is null (removes) or an object (is
 *     merged)
 */
public record MergePatch(String text, boolean isFlat) {
    /** Changes nothing. */
    static final MergePatch EMPTY = new MergePatch("{}", true);

    static MergePatch of(JsonObject patch) {
        return new MergePatch(
                FreeFormDocument.write(patch),
                patch.members().values().stream()
                        .noneMatch(member -> member instanceof JsonNull || member instanceof JsonObject));
    }
}

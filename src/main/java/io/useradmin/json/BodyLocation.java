package io.useradmin.json;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import org.jspecify.annotations.Nullable;

/** The location of a value in the body. Its JSON Pointer is built only for violations. */
record BodyLocation(@Nullable BodyLocation parent, String token) {
    static final BodyLocation BODY = new BodyLocation(null, "");

    /** The largest length of a member name, in characters. */
    private static final int LONGEST_NAME = 256;

    BodyLocation member(String name) {
        return new BodyLocation(this, name);
    }

    BodyLocation element(int index) {
        return new BodyLocation(this, Integer.toString(index));
    }

    /**
     * Whether a member here may have {@code name}, which the client chose. An invalid name is a violation of this object, because
     * a pointer cannot contain the name.
     */
    boolean checkName(String name, Violations violations) {
        if (StorableText.characters(name) > LONGEST_NAME) {
            violations.broken(
                    pointer(),
                    "name_too_long",
                    "must not have a member whose name is longer than %d characters".formatted(LONGEST_NAME));
            return false;
        }
        if (StorableText.violation(name).isPresent()) {
            violations.broken(
                    pointer(), "name_not_storable", "must not have U+0000 or half a surrogate pair in a member's name");
            return false;
        }
        return true;
    }

    /** The JSON Pointer (RFC 6901) of this location. */
    Pointer pointer() {
        var text = new StringBuilder();
        appendTo(text);
        return new Pointer(text.toString());
    }

    private void appendTo(StringBuilder text) {
        if (parent != null) {
            parent.appendTo(text);
            text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
    }
}

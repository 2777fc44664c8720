package io.useradmin.json;

import io.useradmin.shared.Location.Pointer;
import org.jspecify.annotations.Nullable;

/** The location of a value in the body. Its JSON Pointer is built only for violations. */
record BodyLocation(@Nullable BodyLocation parent, String token) {
    static final BodyLocation BODY = new BodyLocation(null, "");

    BodyLocation member(String name) {
        return new BodyLocation(this, name);
    }

    BodyLocation element(int index) {
        return new BodyLocation(this, Integer.toString(index));
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

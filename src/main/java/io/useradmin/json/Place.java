package io.useradmin.json;

import io.useradmin.shared.Location.Pointer;
import org.jspecify.annotations.Nullable;

/** Where a value stands in the body; its JSON Pointer is only written out for the few places that are wrong. */
record Place(@Nullable Place parent, String token) {
    static final Place BODY = new Place(null, "");

    Place member(String name) {
        return new Place(this, name);
    }

    Place element(int index) {
        return new Place(this, Integer.toString(index));
    }

    /** The RFC 6901 JSON Pointer of this place. */
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

package io.useradmin.json;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The location of a value in the body. Its JSON Pointer is built only for violations that are kept. */
final class BodyLocation {
    static final BodyLocation BODY = new BodyLocation(null, "", new Pointer(""));

    /** The largest length of a member name, in characters. */
    private static final int LONGEST_NAME = 256;

    private final @Nullable BodyLocation parent;
    private final String token;
    private @Nullable Pointer pointer;

    private BodyLocation(@Nullable BodyLocation parent, String token, @Nullable Pointer pointer) {
        this.parent = parent;
        this.token = token;
        this.pointer = pointer;
    }

    BodyLocation member(String name) {
        return new BodyLocation(this, name, null);
    }

    BodyLocation element(int index) {
        return new BodyLocation(this, Integer.toString(index), null);
    }

    /**
     * Whether a member here may have {@code name}, which the client chose. An invalid name is a violation of this object, because
     * a pointer cannot contain the name.
     */
    boolean checkName(String name, Violations violations) {
        if (StorableText.characters(name) > LONGEST_NAME) {
            violations.broken(
                    this::pointer,
                    "name_too_long",
                    "must not have a member whose name is longer than %d characters".formatted(LONGEST_NAME));
            return false;
        }
        if (StorableText.violation(name).isPresent()) {
            violations.broken(
                    this::pointer,
                    "name_not_storable",
                    "must not have U+0000 or half a surrogate pair in a member's name");
            return false;
        }
        return true;
    }

    /**
     * The JSON Pointer (RFC 6901) of this location. It is kept, because thousands of errors can be in the same object, whose
     * pointer can be long.
     */
    Pointer pointer() {
        Pointer known = pointer;
        if (known == null) {
            String escaped = token.replace("~", "~0").replace("/", "~1");
            known = new Pointer(Objects.requireNonNull(parent).pointer().value() + '/' + escaped);
            pointer = known;
        }
        return known;
    }
}

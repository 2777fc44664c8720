package io.useradmin.http;

import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.shared.Violations;

/** The body of a request as it arrived, within the size limit. */
public final class RequestBody {
    /** The media type of a merge patch (RFC 7396). */
    public static final String MERGE_PATCH = "application/merge-patch+json";

    private final byte[] bytes;

    RequestBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The body as it arrived; do not change it. */
    public byte[] bytes() {
        return bytes;
    }

    /** The members of the body; errors are added to {@code violations}. */
    public JsonMembers members(Violations violations) {
        try {
            return JsonMembers.read(bytes, violations);
        } catch (UnreadableJsonException failure) {
            violations.add(failure.violation());
            return JsonMembers.unread();
        }
    }

    /** The members of an optional body. A missing body means an empty object. */
    public JsonMembers optionalMembers(Violations violations) {
        return bytes.length == 0 ? JsonMembers.none(violations) : members(violations);
    }
}

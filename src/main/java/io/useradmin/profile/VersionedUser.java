package io.useradmin.profile;

import io.useradmin.http.Preconditions;
import io.useradmin.json.JsonText;
import io.useradmin.shared.Sha256;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A user and the parts of its version. Documents that a key may not read count only by their row versions. So the client learns
 * nothing about them from the ETag, not even by guessing.
 *
 * @param user without the documents that were not read
 */
public record VersionedUser(User user, long publicDataVersion, long privateDataVersion) {
    /** A version keeps 57 bits, so that it has at most 18 digits, the limit of an entity tag. */
    private static final int UNUSED_BITS = 7;

    /** The last bits of a version say which documents are shown, so that different representations have different ETags. */
    private static final int DOCUMENT_BITS = 2;

    private static final long PUBLIC_DATA = 1;
    private static final long PRIVATE_DATA = 2;
    private static final long DOCUMENTS = PUBLIC_DATA | PRIVATE_DATA;

    /** The same user without the documents that are not shown. */
    public VersionedUser showing(Documents shown) {
        return new VersionedUser(user.showing(shown), publicDataVersion, privateDataVersion);
    }

    /** The documents of the representation that the client expects in If-Match; all, if it does not say which. */
    public static Documents expected(Preconditions expected) {
        return new Documents(expected.expectAny(PUBLIC_DATA), expected.expectAny(PRIVATE_DATA));
    }

    /** The version of the shown representation. {@code json} serializes the user. */
    long version(JsonText json) {
        return state(json)
                | (user.publicData() == null ? 0 : PUBLIC_DATA)
                | (user.privateData() == null ? 0 : PRIVATE_DATA);
    }

    /**
     * Fails a write unless the preconditions hold. It does not matter which documents the representation of the ETag showed.
     * {@code json} serializes the user.
     */
    public void require(Preconditions expected, JsonText json) {
        expected.ignoring(DOCUMENTS).require(Optional.of(state(json)));
    }

    /** Changes with every change of the user. */
    private long state(JsonText json) {
        byte[] text = json.bytes(user.showing(Documents.NONE));
        byte[] versions = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(publicDataVersion)
                .putLong(privateDataVersion)
                .array();
        byte[] digest = Sha256.of(text, versions);
        return ByteBuffer.wrap(digest).getLong() >>> UNUSED_BITS << DOCUMENT_BITS;
    }
}

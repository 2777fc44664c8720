package io.useradmin.user;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.profile.User;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A user and the version of the whole of it.
 *
 * @param version a digest of all that is told of the user, so that it changes with every change, whoever makes it
 */
record VersionedUser(User user, long version) {
    /** Leaves 59 bits, which is at most 18 digits: what an entity tag may have. */
    private static final int UNUSED_BITS = 5;

    /** The version of {@code user}, found from how {@code json} writes it. */
    static VersionedUser of(User user, ObjectMapper json) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.writeValueAsBytes(user));
            return new VersionedUser(user, ByteBuffer.wrap(digest).getLong() >>> UNUSED_BITS);
        } catch (NoSuchAlgorithmException | JsonProcessingException impossible) {
            throw new IllegalStateException("every Java has SHA-256, and a user can always be written", impossible);
        }
    }
}

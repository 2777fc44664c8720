package io.useradmin.shared;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 digests. */
public final class Sha256 {
    /** Cached per thread, because creating one takes longer than using it. */
    private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Sha256::create);

    private Sha256() {}

    /** The digest of all {@code parts}, one after the other. */
    public static byte[] of(byte[]... parts) {
        MessageDigest digest = DIGEST.get();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    private static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JVM has no SHA-256", impossible);
        }
    }
}

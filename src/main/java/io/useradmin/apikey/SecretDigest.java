package io.useradmin.apikey;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 digest of a secret. The secret is random and long, so it needs no slow password hash. */
final class SecretDigest {
    /** Cached per thread, because creating one takes longer than using it. */
    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(SecretDigest::sha256);

    private final byte[] bytes;

    private SecretDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    static SecretDigest of(String secret) {
        return new SecretDigest(SHA_256.get().digest(secret.getBytes(US_ASCII)));
    }

    /** The stored form: hexadecimal digits. */
    static SecretDigest parse(String stored) {
        return new SecretDigest(HexFormat.of().parseHex(stored));
    }

    /** Whether both are equal. Compares in constant time, so that the time does not reveal how much of a guess is right. */
    boolean matches(SecretDigest other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }

    /** The stored form. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JVM has no SHA-256", impossible);
        }
    }
}

package io.useradmin.apikey;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.useradmin.shared.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The SHA-256 digest of a secret. The secret is random and long, so it needs no slow password hash. */
final class SecretDigest {
    private final byte[] bytes;

    private SecretDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    static SecretDigest of(String secret) {
        return new SecretDigest(Sha256.of(secret.getBytes(US_ASCII)));
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
}

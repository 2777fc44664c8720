package io.useradmin.ssf;

import java.time.Instant;
import org.jose4j.jwk.JsonWebKey.OutputControlLevel;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * A key that signs Security Event Tokens.
 *
 * @param keyId the {@code kid} in the header of tokens
 * @param jwk the JSON Web Key with its private part
 * @param publicJwk the published JSON Web Key, without the private part
 */
public record SigningKey(
        String keyId,
        String jwk,
        String publicJwk,
        Instant signsFrom,
        @Nullable Instant publishedUntil) implements SigningPeriod {
    /** The only algorithm that all receivers support (CAEP Interoperability Profile 1.0). */
    public static final String ALGORITHM = AlgorithmIdentifiers.RSA_USING_SHA256;

    private static final int BITS = 2_048;

    /** Generates a key. */
    public static SigningKey generate(String keyId, Instant signsFrom) {
        try {
            RsaJsonWebKey made = RsaJwkGenerator.generateJwk(BITS);
            made.setKeyId(keyId);
            made.setAlgorithm(ALGORITHM);
            made.setUse("sig");
            return new SigningKey(
                    keyId,
                    made.toJson(OutputControlLevel.INCLUDE_PRIVATE),
                    made.toJson(OutputControlLevel.PUBLIC_ONLY),
                    signsFrom,
                    null);
        } catch (JoseException impossible) {
            throw new IllegalStateException("this JVM has no RSA", impossible);
        }
    }

    /** Only the identifier, so that the private key does not get into a log. */
    @Override
    public String toString() {
        return "SigningKey[" + keyId + "]";
    }
}

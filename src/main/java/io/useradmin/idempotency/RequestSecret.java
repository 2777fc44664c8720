package io.useradmin.idempotency;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.apikey.ApiKey;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that is derived from the caller's API key and the {@link IdempotencyKey}. It encrypts the stored response, which can
 * contain private data or a new API key. So only a request with the same API key can read the response, but nobody who reads the
 * database or a backup.
 */
final class RequestSecret {
    private static final String MAC = "HmacSHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final byte[] secret;

    RequestSecret(ApiKey apiKey, IdempotencyKey key) {
        secret = mac(
                apiKey.secret().getBytes(US_ASCII),
                "idempotency".getBytes(US_ASCII),
                key.tenantId().getBytes(UTF_8),
                key.value().getBytes(US_ASCII));
    }

    /** A fingerprint that distinguishes requests but reveals nothing about them. */
    byte[] fingerprint(byte[]... request) {
        byte[][] labelled = Arrays.copyOf(request, request.length + 1);
        labelled[request.length] = "fingerprint".getBytes(US_ASCII);
        return mac(secret, labelled);
    }

    byte[] encrypt(byte[] plain) {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, plain, 0);
        return ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                .put(nonce)
                .put(sealed)
                .array();
    }

    byte[] decrypt(byte[] encrypted) {
        return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(encrypted, NONCE_BYTES), encrypted, NONCE_BYTES);
    }

    private byte[] cipher(int mode, byte[] nonce, byte[] input, int offset) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, new SecretKeySpec(secret, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(input, offset, input.length - offset);
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("The stored response cannot be encrypted or decrypted.", failure);
        }
    }

    /** Writes the length before each part, so that different lists of parts have different bytes. */
    private static byte[] mac(byte[] secret, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            for (byte[] part : parts) {
                mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this JVM has no " + MAC, impossible);
        }
    }
}

package io.useradmin.operator.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The secrets for signatures of Standard Webhooks. During a rotation there are two secrets, and two signatures per message. */
public final class Secrets {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 24;
    private static final int LONGEST = 64;

    private final List<SecretKey> keys;

    private Secrets(List<SecretKey> keys) {
        this.keys = keys;
    }

    /**
     * Parses secrets, one per line.
     *
     * @throws IllegalArgumentException if one is malformed or there is none; the message does not contain it
     */
    public static Secrets parse(List<String> lines) {
        List<SecretKey> keys = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(Secrets::key)
                .toList();
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("has no secret");
        }
        return new Secrets(keys);
    }

    /** The signatures of a message, as the value of its header. */
    String sign(String id, long timestamp, String body) {
        byte[] content = (id + "." + timestamp + "." + body).getBytes(UTF_8);
        return keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(mac(key, content)))
                .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return "Secrets[" + keys.size() + "]";
    }

    private static SecretKey key(String line) {
        if (!line.startsWith(PREFIX)) {
            throw new IllegalArgumentException("has a line that does not begin with " + PREFIX);
        }
        byte[] key = decode(line.substring(PREFIX.length()));
        if (key.length < SHORTEST || key.length > LONGEST) {
            throw new IllegalArgumentException(
                    "has a secret that is not %d to %d bytes long".formatted(SHORTEST, LONGEST));
        }
        return new SecretKeySpec(key, ALGORITHM);
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            // Without the cause, which may contain a part of the secret.
            throw new IllegalArgumentException("has a secret that is not Base64");
        }
    }

    private static byte[] mac(SecretKey key, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(content);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, impossible);
        }
    }
}

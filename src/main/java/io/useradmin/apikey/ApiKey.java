package io.useradmin.apikey;

import io.useradmin.shared.RequestAttribute;
import io.useradmin.shared.TimeOrderedUuids;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * An API key as the client has it: {@code uak_<id>_<secret><checksum>}, in lower-case hexadecimal digits. Secret scanners find
 * the prefix. The id (32 digits) finds the key's record. The secret has 192 random bits (48 digits). Because of the checksum (8
 * digits, CRC-32 of everything before it), a mistyped key is refused without a query.
 *
 * @param keyId the public part
 * @param secret the secret part; only its digest is stored
 */
public record ApiKey(String keyId, String secret) {
    /** The form of a key as a regular expression. */
    public static final String PATTERN = "uak_([0-9a-f]{32})_([0-9a-f]{48})([0-9a-f]{8})";

    private static final RequestAttribute<ApiKey> ATTRIBUTE = RequestAttribute.of(ApiKey.class);
    private static final String PREFIX = "uak_";
    private static final int ID_START = PREFIX.length();
    private static final int ID_END = ID_START + 32;
    private static final int SECRET_BYTES = 24;
    private static final int CHECKSUM_DIGITS = 8;
    private static final TimeOrderedUuids KEY_IDS = new TimeOrderedUuids();
    private static final int LENGTH = ID_END + 1 + 2 * SECRET_BYTES + CHECKSUM_DIGITS;

    /** Generates a random key. */
    public static ApiKey make(Instant now) {
        byte[] secret = new byte[SECRET_BYTES];
        // Not in a static field, because the native binary would then contain the random state of the build machine.
        new SecureRandom().nextBytes(secret);
        String keyId = KEY_IDS.construct(now.toEpochMilli()).toString().replace("-", "");
        return new ApiKey(keyId, HexFormat.of().formatHex(secret));
    }

    /** Parses the key that a client sent; empty if it is malformed. */
    public static Optional<ApiKey> parse(String text) {
        return hasForm(text) && HexFormat.fromHexDigits(text, LENGTH - CHECKSUM_DIGITS, LENGTH) == checksum(text)
                ? Optional.of(new ApiKey(
                        text.substring(ID_START, ID_END), text.substring(ID_END + 1, LENGTH - CHECKSUM_DIGITS)))
                : Optional.empty();
    }

    /**
     * Whether it matches {@link #PATTERN}. Every request is checked here, and a regular expression would take ten times as long.
     */
    private static boolean hasForm(String text) {
        return text.length() == LENGTH
                && text.startsWith(PREFIX)
                && isHex(text, ID_START, ID_END)
                && text.charAt(ID_END) == '_'
                && isHex(text, ID_END + 1, LENGTH);
    }

    private static boolean isHex(String text, int start, int end) {
        for (int index = start; index < end; index++) {
            char digit = text.charAt(index);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    /** The key with which {@code request} was authenticated. */
    public static ApiKey of(RoutingContext request) {
        return ATTRIBUTE.require(request);
    }

    /** Stores the key in {@code request}, which has it in one of several headers. */
    void storeIn(RoutingContext request) {
        ATTRIBUTE.set(request, this);
    }

    /** The whole key. Its client gets it once. */
    public String reveal() {
        return unchecked() + HexFormat.of().toHexDigits(checksum(unchecked()));
    }

    /** The stored digest of the secret. */
    public String secretDigest() {
        return digest().toString();
    }

    SecretDigest digest() {
        return SecretDigest.of(secret);
    }

    /** Only the id, so that the secret does not get into a log. */
    @Override
    public String toString() {
        return "ApiKey[" + keyId + "]";
    }

    private String unchecked() {
        return PREFIX + keyId + "_" + secret;
    }

    /** The checksum of the key that begins with {@code text}; ignores a checksum in {@code text}. */
    private static int checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII), 0, LENGTH - CHECKSUM_DIGITS);
        return (int) crc.getValue();
    }
}

package io.useradmin.apikey;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.useradmin.server.RequestTargetGuard;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * An API key as a client has it: {@code uak_<id>_<secret><checksum>}, all in lower-case hexadecimal digits. The prefix is for
 * secret scanners, the id (32 digits) finds the key's record, the secret has 192 random bits (48 digits). With the checksum (8
 * digits, CRC-32 of everything before it), a mistyped key is rejected without a query.
 *
 * @param keyId the public part
 * @param secret the part that must stay secret; only its digest is stored
 */
public record ApiKey(String keyId, String secret) {
    /** The form of a key as a regular expression. */
    public static final String PATTERN = "uak_([0-9a-f]{32})_([0-9a-f]{48})([0-9a-f]{8})";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private static final int SECRET_BYTES = 24;

    /** A new random key. */
    public static ApiKey make(Instant now) {
        byte[] secret = new byte[SECRET_BYTES];
        // Not in a static field, because the native binary would then contain the random state of the build machine.
        new SecureRandom().nextBytes(secret);
        String keyId = new TimeBasedEpochGenerator(null)
                .construct(now.toEpochMilli())
                .toString()
                .replace("-", "");
        return new ApiKey(keyId, HexFormat.of().formatHex(secret));
    }

    /** Parses a key of a client; empty if it cannot be one. */
    public static Optional<ApiKey> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        ApiKey key = new ApiKey(matcher.group(1), matcher.group(2));
        return matcher.group(3).equals(key.checksum()) ? Optional.of(key) : Optional.empty();
    }

    /** The key that {@code request} was authenticated with. */
    public static ApiKey of(RoutingContext request) {
        return Optional.ofNullable(request.request().getHeader(RequestTargetGuard.KEY_HEADER))
                .flatMap(ApiKey::parse)
                .orElseThrow(() -> new IllegalStateException("the request was not authenticated"));
    }

    /** The whole key, which its client gets once. */
    public String reveal() {
        return unchecked() + checksum();
    }

    /**
     * The stored digest of the secret: SHA-256 in hexadecimal digits. The secret is random and long, so a fast digest is enough.
     */
    public String secretDigest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Only the id, so that a printed key does not get into a log. */
    @Override
    public String toString() {
        return "ApiKey[" + keyId + "]";
    }

    private String unchecked() {
        return "uak_" + keyId + "_" + secret;
    }

    private String checksum() {
        var crc = new CRC32();
        crc.update(unchecked().getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}

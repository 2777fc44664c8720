package io.useradmin.user;

import io.useradmin.shared.Identifier;
import io.useradmin.shared.Sort;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of a user in a list, from which the list continues. Clients get it as an opaque text with a digest of position and
 * list: it is invalid for another tenant, order or filter, or if it was damaged. The digest is no signature, because a forged
 * cursor only starts at another position of the client's own list.
 *
 * @param micros the sort time in microseconds since the Unix epoch; 0 if the list is not sorted by time
 * @param userId the user's identifier, which breaks ties
 */
record Cursor(long micros, String userId) {
    private static final String VERSION = "1";
    private static final int DIGEST_BYTES = 8;
    private static final Pattern FORM = Pattern.compile(VERSION + " [0-9a-f]{16} (0|-?[1-9][0-9]{0,17}) (.+)");

    /** The text for clients. */
    String text(UserList list) {
        String plain = "%s %s %d %s".formatted(VERSION, digest(list), micros, userId);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    /** Parses the cursor {@code text} of {@code list}; empty for any other text. */
    static Optional<Cursor> read(String text, UserList list) {
        return decoded(text)
                .map(FORM::matcher)
                .filter(Matcher::matches)
                .map(parts -> new Cursor(Long.parseLong(parts.group(1)), parts.group(2)))
                .filter(cursor -> Identifier.isValid(cursor.userId()))
                .filter(cursor -> cursor.text(list).equals(text));
    }

    Instant time() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private String digest(UserList list) {
        Sort<UserSort> sort = list.sort();
        List<String> parts = new ArrayList<>(
                List.of(list.tenantId(), sort.key().parameterName(), Boolean.toString(sort.ascending())));
        parts.addAll(list.filter().texts());
        parts.addAll(List.of(Long.toString(micros), userId));
        // No part has a U+0000.
        byte[] whole = String.join("\0", parts).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Arrays.copyOf(sha256().digest(whole), DIGEST_BYTES));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}

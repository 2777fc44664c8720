package io.useradmin.shared;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes and parses cursors: opaque texts with a position in a list, and a digest of position and list. A cursor is invalid for
 * another list (for example of another tenant or filter), or if it was damaged. The digest is not a signature: with a forged
 * cursor, a client only starts at another position of its own list.
 */
public final class CursorText {
    private static final String VERSION = "1";
    private static final int DIGEST_BYTES = 8;
    private static final Pattern FORM = Pattern.compile(VERSION + " [0-9a-f]{16} (.+)");

    private CursorText() {}

    /**
     * The cursor of {@code position}. It needs no percent-encoding.
     *
     * @param list values that identify the list, without U+0000
     * @param position values in ASCII, without spaces
     */
    public static String of(List<String> list, List<String> position) {
        String plain = "%s %s %s".formatted(VERSION, digest(list, position), String.join(" ", position));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    /** Parses a cursor of {@code list}; empty if it is invalid. */
    public static Optional<List<String>> read(String text, List<String> list) {
        return decoded(text)
                .map(FORM::matcher)
                .filter(Matcher::matches)
                .map(parts -> List.of(parts.group(1).split(" ", -1)))
                .filter(position -> of(list, position).equals(text));
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static String digest(List<String> list, List<String> position) {
        byte[] whole = Stream.concat(list.stream(), position.stream())
                .collect(Collectors.joining("\0"))
                .getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Arrays.copyOf(Sha256.of(whole), DIGEST_BYTES));
    }
}

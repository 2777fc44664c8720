package io.useradmin.shared;

import java.util.Locale;
import java.util.regex.Pattern;

/** Makes a URI reference of what clients send: browsers and others leave characters as they are that a URI must escape. */
public final class UriText {
    private static final Pattern NOT_ALLOWED = Pattern.compile("[\"<>\\\\^`{|}\\[\\]]");

    private UriText() {}

    /** A path or query that was sent, with the characters escaped that RFC 3986 does not allow. */
    public static String escaped(String sent) {
        return NOT_ALLOWED
                .matcher(sent)
                .replaceAll(found ->
                        String.format(Locale.ROOT, "%%%02X", (int) found.group().charAt(0)));
    }
}

package io.useradmin.server;

import java.util.regex.Pattern;

/** What may stand in the request line. */
final class RequestTarget {
    /**
     * Laxer than a URI has to be, because browsers send characters such as | as they are. Plain characters are taken in runs,
     * because the matcher goes a step deeper into the stack with every turn of the group.
     */
    private static final Pattern READABLE = Pattern.compile("(?:[\\x21\\x22\\x24\\x26-\\x7e]++|%[0-9A-Fa-f]{2})*+");

    /**
     * What another part of the system could read as another path than the router does: empty and relative segments, and
     * characters that are encoded although they need not be, or that part segments once they are decoded.
     */
    private static final Pattern NOT_NORMALISED =
            Pattern.compile("//|/\\.{1,2}(?:/|$)|\\\\|%(?i:2[def]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])");

    private RequestTarget() {}

    /** Whether {@code uri} has nothing that the patterns look for. Most have not, and the patterns cost 2 % of a read. */
    static boolean isPlain(String uri) {
        char before = ' ';
        for (int index = 0; index < uri.length(); index++) {
            char next = uri.charAt(index);
            boolean isOdd = next <= ' ' || next > '~' || next == '%' || next == '#' || next == '\\';
            if (isOdd || (before == '/' && (next == '/' || next == '.'))) {
                return false;
            }
            before = next;
        }
        return true;
    }

    static boolean isReadable(String uri) {
        return READABLE.matcher(uri).matches();
    }

    /** Whether every part of the system reads {@code path} as the router does. */
    static boolean isNormalised(String path) {
        return !NOT_NORMALISED.matcher(path).find();
    }
}

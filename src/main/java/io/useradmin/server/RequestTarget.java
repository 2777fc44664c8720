package io.useradmin.server;

import java.util.regex.Pattern;

/** Checks the target in the request line. */
final class RequestTarget {
    /**
     * More lenient than RFC 3986, because browsers send characters such as | unencoded. Plain characters are matched in runs,
     * because each repetition of the group needs more stack.
     */
    private static final Pattern READABLE = Pattern.compile("(?:[\\x21\\x22\\x24\\x26-\\x7e]++|%[0-9A-Fa-f]{2})*+");

    /**
     * Parts that another component could interpret as a different path: empty and relative segments, and percent-encoded
     * characters that need no encoding, or that separate segments when decoded.
     */
    private static final Pattern NOT_NORMALISED =
            Pattern.compile("//|/\\.{1,2}(?:/|$)|\\\\|%(?i:2[def]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])");

    /** An absolute URI of HTTP without a query before its path. */
    private static final Pattern ABSOLUTE = Pattern.compile("(?i:https?)://[^/?#]+(?:/.*)?");

    private RequestTarget() {}

    /**
     * Whether {@code uri} has none of the characters that the patterns look for, which is the usual case. The patterns would take
     * 2 % of the CPU of a read.
     */
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

    /**
     * Whether {@code uri} has the origin form or the absolute form, which is for proxies (RFC 9112, 3.2). In others, the HTTP server
     * finds a path in what is the query for everybody else: {@code x?y=://z/api/users}.
     */
    static boolean hasPath(String uri) {
        return uri.startsWith("/") || ABSOLUTE.matcher(uri).matches();
    }

    /** Whether every component interprets {@code path} in the same way as the router. */
    static boolean isNormalised(String path) {
        return !NOT_NORMALISED.matcher(path).find();
    }
}

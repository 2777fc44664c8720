package io.useradmin.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Makes a valid URI reference of what clients send: browsers and others leave characters unescaped that a URI must escape. */
public final class UriText {
    private static final Pattern NOT_ALLOWED = Pattern.compile("[^A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%]");
    private static final HexFormat HEX = HexFormat.ofDelimiter("%").withUpperCase();

    private UriText() {}

    /** A path or query as it was sent, with the characters escaped that RFC 3986 does not allow. */
    public static String escaped(String sent) {
        return NOT_ALLOWED.matcher(sent).replaceAll(UriText::escape);
    }

    private static String escape(MatchResult character) {
        return "%" + HEX.formatHex(character.group().getBytes(UTF_8));
    }
}

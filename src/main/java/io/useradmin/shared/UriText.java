package io.useradmin.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Makes a valid URI reference from a path or query as it was sent: browsers and other clients leave some characters unescaped. */
public final class UriText {
    private static final Pattern NOT_ALLOWED = Pattern.compile("[^A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%]");
    private static final HexFormat HEX = HexFormat.ofDelimiter("%").withUpperCase();

    private UriText() {}

    /** The path or query, with all characters escaped that RFC 3986 does not allow. */
    public static String escaped(String sent) {
        return NOT_ALLOWED.matcher(sent).replaceAll(UriText::escape);
    }

    /** The path that identifies a tenant, in events and tokens. */
    public static String tenant(String tenantId) {
        return escaped("/tenants/" + tenantId);
    }

    private static String escape(MatchResult character) {
        return "%" + HEX.formatHex(character.group().getBytes(UTF_8));
    }
}

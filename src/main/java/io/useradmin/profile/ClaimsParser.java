package io.useradmin.profile;

import io.useradmin.json.JsonMembers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the claims of a user, and a merge patch of them. */
public final class ClaimsParser {
    static final int LONGEST_NAME = 256;
    static final int LONGEST = 2048;

    /** The largest length of each claim, in characters. */
    private static final Map<String, Integer> LONGEST_BY_NAME = Map.ofEntries(
            Map.entry("name", LONGEST_NAME),
            Map.entry("given_name", LONGEST_NAME),
            Map.entry("family_name", LONGEST_NAME),
            Map.entry("middle_name", LONGEST_NAME),
            Map.entry("nickname", LONGEST_NAME),
            Map.entry("preferred_username", LONGEST_NAME),
            Map.entry("profile", LONGEST),
            Map.entry("picture", LONGEST),
            Map.entry("website", LONGEST),
            Map.entry("gender", LONGEST),
            Map.entry("birthdate", LONGEST),
            Map.entry("zoneinfo", LONGEST),
            Map.entry("locale", LONGEST));

    private ClaimsParser() {}

    /** Parses all claims; an unknown claim is a violation. */
    static Claims read(JsonMembers claims) {
        var read = new Claims(
                text(claims, "name"),
                text(claims, "given_name"),
                text(claims, "family_name"),
                text(claims, "middle_name"),
                text(claims, "nickname"),
                text(claims, "preferred_username"),
                text(claims, "profile"),
                text(claims, "picture"),
                text(claims, "website"),
                text(claims, "gender"),
                text(claims, "birthdate"),
                text(claims, "zoneinfo"),
                text(claims, "locale"));
        claims.end();
        return read;
    }

    /** The text of a merge patch (RFC 7396) of the claims, in which null removes a claim. An unknown claim is a violation. */
    public static String patch(JsonMembers claims) {
        LONGEST_BY_NAME.forEach((name, longest) ->
                claims.optional(name).filter(item -> !item.isNull()).ifPresent(item -> item.text(longest)));
        claims.end();
        return claims.text();
    }

    private static @Nullable String text(JsonMembers claims, String name) {
        return claims.optional(name)
                .flatMap(item -> item.text(LONGEST_BY_NAME.getOrDefault(name, LONGEST)))
                .orElse(null);
    }
}

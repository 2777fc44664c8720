package io.useradmin.apikey;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a key that its creator chooses, on the command line or over HTTP.
 *
 * @param tenantId the tenant whose users it may see
 * @param name a name for people
 * @param scopes its scopes as text; {@link Scope#ALL} means all
 * @param expiresAt its expiry, in whole seconds; null means never
 * @param limit its rate limit; null means unlimited
 */
public record KeyGrant(
        String tenantId,
        String name,
        List<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable RateLimit limit) {
    /** The largest length of a name, in characters. */
    public static final int LONGEST_NAME = 200;

    /** The rule for names, in words. */
    public static final String NAME_RULE = "must be 1 to " + LONGEST_NAME + " visible characters";

    public KeyGrant {
        scopes = List.copyOf(scopes);
    }

    /** Whether {@code name} is a valid name. */
    public static boolean isName(String name) {
        return !name.isBlank()
                && name.codePointCount(0, name.length()) <= LONGEST_NAME
                && name.codePoints().allMatch(KeyGrant::isVisible);
    }

    /** A format character has no glyph, or changes the order of others. So a name with it can look like another name. */
    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * Whether a key with this grant may grant {@code scope}. Only {@link Scope#ALL} covers {@link Scope#ALL}: all scopes of this
     * release together do not include those of later releases.
     */
    public boolean covers(String scope) {
        return scopes.contains(scope) || scopes.contains(Scope.ALL);
    }

    /** Whether a key with this grant may grant {@code other}; null means unlimited. */
    public boolean covers(@Nullable RateLimit other) {
        return limit == null || (other != null && limit.allows(other));
    }
}

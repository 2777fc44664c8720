package io.useradmin.apikey;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody decides about a key: an operator on the command line, or a key over HTTP.
 *
 * @param tenantId whose users it may see
 * @param name what people call it
 * @param scopes what it may do, as they are written; {@link Scope#ALL} stands for all
 * @param expiresAt when it ends, in whole seconds; never where null
 * @param limit how many requests it may send; any number where null
 */
public record KeyGrant(
        String tenantId,
        String name,
        List<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable RateLimit limit) {
    /** The most characters of a name. */
    public static final int LONGEST_NAME = 200;

    /** The rule of names in words. */
    public static final String NAME_RULE = "must be 1 to " + LONGEST_NAME + " visible characters";

    public KeyGrant {
        scopes = List.copyOf(scopes);
    }

    /** Whether a key can have this name. */
    public static boolean isName(String name) {
        return !name.isBlank()
                && name.codePointCount(0, name.length()) <= LONGEST_NAME
                && name.chars().noneMatch(Character::isISOControl);
    }

    /** Whether a key with this grant may grant {@code scope}. All scopes together are less than {@link Scope#ALL}, which has later ones. */
    public boolean covers(String scope) {
        return scopes.contains(scope) || scopes.contains(Scope.ALL);
    }

    /** Whether a key with this grant may grant {@code other}, which is no limit where null. */
    public boolean covers(@Nullable RateLimit other) {
        return limit == null || (other != null && limit.allows(other));
    }
}

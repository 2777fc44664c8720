package io.useradmin.shared;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form that every identifier has: opaque, case-sensitive, 1 to 128 characters of a fixed set. The two names that mean a
 * place in a path are none: what a client makes of them on the way is another path.
 */
public final class Identifier {
    /** The form as a regular expression, also published in the OpenAPI document. */
    public static final String PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.:|@~+-]{1,128}$";

    /** What callers are told. */
    public static final String RULE =
            "must be 1 to 128 characters of A-Z a-z 0-9 - _ . : | @ ~ +, and neither . nor ..";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private Identifier() {}

    /** Whether {@code value} is a well-formed identifier. */
    public static boolean isValid(@Nullable String value) {
        return value != null && FORM.matcher(value).matches();
    }

    /** Answers {@code value} as it is and notes a violation of {@code location} where it is no identifier. */
    public static String check(Location location, String value, Violations violations) {
        if (!isValid(value)) {
            violations.broken(location, "identifier", RULE);
        }
        return value;
    }
}

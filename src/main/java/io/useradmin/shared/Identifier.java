package io.useradmin.shared;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The format of every identifier: opaque, case-sensitive, 1 to 128 characters of a fixed set. {@code .} and {@code ..} are not
 * identifiers, because clients resolve them in paths.
 */
public final class Identifier {
    /** The format as a regular expression, also published in the OpenAPI document. */
    public static final String PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.:|@~+-]{1,128}$";

    /** The detail of the violation. */
    public static final String RULE =
            "must be 1 to 128 characters of A-Z a-z 0-9 - _ . : | @ ~ +, and neither . nor ..";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private Identifier() {}

    /** Whether {@code value} is a well-formed identifier. */
    public static boolean isValid(@Nullable String value) {
        return value != null && FORM.matcher(value).matches();
    }

    /** Returns {@code value} and notes a violation of {@code location} if it is not an identifier. */
    public static String check(Location location, String value, Violations violations) {
        if (!isValid(value)) {
            violations.broken(location, "identifier", RULE);
        }
        return value;
    }
}

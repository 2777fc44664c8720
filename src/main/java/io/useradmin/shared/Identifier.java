package io.useradmin.shared;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The format of all identifiers: opaque, case-sensitive, 1 to 128 characters of a fixed set. {@code .} and {@code ..} are not
 * identifiers, because clients resolve them in paths.
 */
public final class Identifier {
    /** The format as a regular expression, also published in the OpenAPI document. */
    public static final String PATTERN = "^(?!\\.{1,2}$)[A-Za-z0-9_.:|@~+-]{1,128}$";

    /** The detail of the violation. */
    public static final String RULE =
            "must be 1 to 128 characters of A-Z a-z 0-9 - _ . : | @ ~ +, and neither . nor ..";

    private static final int LONGEST = 128;

    /**
     * The characters of {@link #PATTERN}, because a lookup is faster than a regular expression. Each request checks several
     * identifiers, some of them twice.
     */
    private static final BitSet CHARACTERS = new BitSet();

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:|@~+"
                .chars()
                .forEach(CHARACTERS::set);
    }

    private Identifier() {}

    /** Whether {@code value} is a well-formed identifier. */
    public static boolean isValid(@Nullable String value) {
        if (value == null || value.isEmpty() || value.length() > LONGEST || value.equals(".") || value.equals("..")) {
            return false;
        }
        for (int index = 0; index < value.length(); index++) {
            if (!CHARACTERS.get(value.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    /** Returns {@code value}. If it is not an identifier, adds a violation of {@code location}. */
    public static String check(Location location, String value, Violations violations) {
        if (!isValid(value)) {
            violations.broken(location, "identifier", RULE);
        }
        return value;
    }
}

package io.useradmin.json;

import java.util.Optional;

/** Checks whether PostgreSQL can store a text. */
final class StorableText {
    private StorableText() {}

    /** The reason why {@code text} cannot be stored; empty if it can. */
    static Optional<String> violation(String text) {
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == 0) {
                return Optional.of("must not contain the character U+0000");
            }
            if (Character.isSurrogate(character)) {
                if (!startsPair(text, index)) {
                    return Optional.of("must not contain half of a surrogate pair");
                }
                index++;
            }
        }
        return Optional.empty();
    }

    /** The number of Unicode characters (code points), as PostgreSQL counts them. Java counts some of them twice. */
    static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private static boolean startsPair(String text, int index) {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }
}

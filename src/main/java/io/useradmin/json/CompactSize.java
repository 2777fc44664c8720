package io.useradmin.json;

/**
 * The size of a data document, which is that of its compact JSON in UTF-8. PostgreSQL writes a blank after each colon and comma, so
 * that the length of its text is not what a client can compute.
 */
public final class CompactSize {
    private static final int LAST_OF_ONE_BYTE = 0x7f;
    private static final int LAST_OF_TWO_BYTES = 0x7ff;
    private static final int BYTES_OF_A_SURROGATE = 2;
    private static final int BYTES_OF_ANY_OTHER = 3;

    private CompactSize() {}

    /** The bytes of valid JSON without the white space between its parts. */
    public static int of(String json) {
        int bytes = 0;
        boolean inText = false;
        for (int index = 0; index < json.length(); index++) {
            char character = json.charAt(index);
            if (inText && character == '\\') {
                // What is escaped is a character of its own, and no end of the text.
                bytes++;
                index++;
                character = json.charAt(index);
            } else if (character == '"') {
                inText = !inText;
            } else if (!inText && Character.isWhitespace(character)) {
                continue;
            }
            bytes += bytes(character);
        }
        return bytes;
    }

    private static int bytes(char character) {
        if (character <= LAST_OF_ONE_BYTE) {
            return 1;
        }
        if (character <= LAST_OF_TWO_BYTES || Character.isSurrogate(character)) {
            return BYTES_OF_A_SURROGATE;
        }
        return BYTES_OF_ANY_OTHER;
    }
}

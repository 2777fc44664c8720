package io.useradmin.json;

import io.netty.buffer.ByteBufUtil;

/**
 * The size of a data document, which is that of its compact JSON in UTF-8. PostgreSQL writes a blank after each colon and comma, so
 * that the length of its text is not what a client can compute.
 */
public final class CompactSize {
    private CompactSize() {}

    /** The bytes of valid JSON without the white space between its parts. */
    public static int of(String json) {
        return ByteBufUtil.utf8Bytes(json) - blanks(json);
    }

    private static int blanks(String json) {
        int blanks = 0;
        boolean inText = false;
        for (int index = 0; index < json.length(); index++) {
            char character = json.charAt(index);
            if (inText && character == '\\') {
                // What is escaped is no end of the text.
                index++;
            } else if (character == '"') {
                inText = !inText;
            } else if (!inText && Character.isWhitespace(character)) {
                blanks++;
            }
        }
        return blanks;
    }
}

package io.useradmin.json;

import io.netty.buffer.ByteBufUtil;

/**
 * The size of a data document: its compact JSON in UTF-8. The size of PostgreSQL's text would not help clients, because
 * PostgreSQL writes a space after each colon and comma.
 */
public final class CompactSize {
    private CompactSize() {}

    /** The number of bytes of valid JSON, without white space between its tokens. */
    public static int of(String json) {
        return ByteBufUtil.utf8Bytes(json) - blanks(json);
    }

    private static int blanks(String json) {
        int blanks = 0;
        boolean inText = false;
        for (int index = 0; index < json.length(); index++) {
            char character = json.charAt(index);
            if (inText && character == '\\') {
                // Skips an escaped character: an escaped quote does not end the text.
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

package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** Rows of one table in the text format of PostgreSQL's COPY. */
final class CopyRows {
    private final String target;
    private final StringBuilder text = new StringBuilder();
    private boolean inRow;

    /**
     * Rows for a table.
     *
     * @param target the table and, in parentheses, its columns in the order of the values
     */
    CopyRows(String target) {
        this.target = target;
    }

    CopyRows text(@Nullable String value) {
        separate();
        if (value == null) {
            text.append("\\N");
        } else {
            appendEscaped(value);
        }
        return this;
    }

    CopyRows number(long value) {
        separate();
        text.append(value);
        return this;
    }

    CopyRows bool(boolean value) {
        separate();
        text.append(value ? 't' : 'f');
        return this;
    }

    /** A time in seconds since the Unix epoch. */
    CopyRows time(@Nullable Long second) {
        return text(second == null ? null : Instant.ofEpochSecond(second).toString());
    }

    /** A text array. Its own escapes must be escaped again. */
    CopyRows texts(List<String> values) {
        var array = new StringBuilder("{");
        for (String value : values) {
            array.append(array.length() > 1 ? "," : "").append('"');
            array.append(value.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
        }
        return text(array.append('}').toString());
    }

    void end() {
        text.append('\n');
        inRow = false;
    }

    /** Sends the rows, if there are any. */
    void send(CopyManager copy) throws SQLException {
        if (text.isEmpty()) {
            return;
        }
        byte[] rows = text.toString().getBytes(UTF_8);
        CopyIn sending = copy.copyIn("copy " + target + " from stdin");
        try {
            sending.writeToCopy(rows, 0, rows.length);
            sending.endCopy();
        } catch (SQLException failure) {
            release(sending, failure);
            throw failure;
        }
    }

    /** Without this, closing a broken connection would wait for the end of the COPY. */
    private static void release(CopyIn sending, SQLException failure) {
        try {
            if (sending.isActive()) {
                sending.cancelCopy();
            }
        } catch (SQLException lost) {
            failure.addSuppressed(lost);
        }
    }

    private void separate() {
        if (inRow) {
            text.append('\t');
        }
        inRow = true;
    }

    private void appendEscaped(String value) {
        int appended = 0;
        for (int index = 0; index < value.length(); index++) {
            char character = value.charAt(index);
            // Fast path: nearly all characters need no escape.
            if (character < ' ' || character == '\\') {
                text.append(value, appended, index).append(escaped(character));
                appended = index + 1;
            }
        }
        text.append(value, appended, value.length());
    }

    private static String escaped(char character) {
        return switch (character) {
            case '\\' -> "\\\\";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            default -> String.valueOf(character);
        };
    }
}

package io.useradmin.operator.transfer.foreign;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * A reader with a limit, so that no value uses unlimited memory. It leaves out a byte order mark at the beginning, which is not
 * part of the JSON.
 */
final class BoundedReader extends FilterReader {
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private long read;
    private boolean begun;
    private long end = Long.MAX_VALUE;
    private String complaint = "";

    BoundedReader(Reader text) {
        super(text);
    }

    /** From here on, reading more than {@code characters} fails with the message {@code tooLong}. */
    void setLimit(long characters, String tooLong) {
        end = characters;
        complaint = tooLong;
    }

    /** Removes the limit. */
    void removeLimit() {
        end = Long.MAX_VALUE;
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        if (read >= end) {
            throw new IOException(complaint);
        }
        int count = super.read(buffer, offset, (int) Math.min(length, end - read));
        if (!begun && count > 0) {
            begun = true;
            if (buffer[offset] == BYTE_ORDER_MARK) {
                System.arraycopy(buffer, offset + 1, buffer, offset, count - 1);
                return count == 1 ? read(buffer, offset, length) : counted(count - 1);
            }
        }
        return counted(count);
    }

    private int counted(int count) {
        read += Math.max(0, count);
        return count;
    }
}

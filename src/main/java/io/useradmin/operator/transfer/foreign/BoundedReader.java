package io.useradmin.operator.transfer.foreign;

import io.useradmin.operator.transfer.FaultyFileException;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** A reader with a limit, so that no value uses unlimited memory. */
final class BoundedReader extends FilterReader {
    private long read;
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
            throw new FaultyFileException(complaint);
        }
        int count = super.read(buffer, offset, (int) Math.min(length, end - read));
        read += Math.max(0, count);
        return count;
    }
}

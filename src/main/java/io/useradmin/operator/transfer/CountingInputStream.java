package io.useradmin.operator.transfer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that were read. */
final class CountingInputStream extends FilterInputStream {
    private volatile long count;

    CountingInputStream(InputStream input) {
        super(input);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        add(next < 0 ? 0 : 1);
        return next;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        add(Math.max(0, read));
        return read;
    }

    private void add(int read) {
        // Only one thread reads the stream. The field is volatile for the progress display.
        long before = count;
        count = before + read;
    }
}

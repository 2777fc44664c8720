package io.useradmin.admission;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;

/** A byte buffer that grows up to a limit. It uses little more memory than has arrived or was announced. */
final class BoundedBytes {
    /** The initial capacity if the number of bytes was not announced. */
    private static final int FIRST_BYTES = 1_024;

    private final int max;
    private byte[] bytes;
    private int length;

    /**
     * Allocates the initial capacity.
     *
     * @param max the largest number of bytes
     * @param announced the expected number of bytes, at most {@code max}; negative if unknown
     */
    BoundedBytes(int max, int announced) {
        this.max = max;
        this.bytes = new byte[announced < 0 ? Math.min(FIRST_BYTES, max) : announced];
    }

    /** Appends a piece. If that would exceed the limit, appends nothing and returns false. */
    boolean append(Buffer piece) {
        if (piece.length() > max - length) {
            return false;
        }
        int needed = length + piece.length();
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, max)));
        }
        piece.getBytes(bytes, length);
        length = needed;
        return true;
    }

    boolean isEmpty() {
        return length == 0;
    }

    InputStream stream() {
        return new ByteArrayInputStream(bytes, 0, length);
    }
}

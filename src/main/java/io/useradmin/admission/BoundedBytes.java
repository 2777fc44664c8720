package io.useradmin.admission;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;

/** Bytes that arrive in pieces, up to a limit. They use little more memory than has arrived or was announced. */
final class BoundedBytes {
    /** The first capacity if the number of bytes was not announced. */
    private static final int FIRST_BYTES = 1_024;

    private final int max;
    private byte[] bytes;
    private int length;

    /**
     * Allocates the first capacity.
     *
     * @param max the largest number of bytes
     * @param announced the expected number of bytes, at most {@code max}; negative if not known
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

    /** Everything that has arrived. */
    InputStream stream() {
        return new ByteArrayInputStream(bytes, 0, length);
    }
}

package io.useradmin.operator;

import java.io.IOException;
import java.io.OutputStream;

/** An output on which every write fails. */
final class FullDisk extends OutputStream {
    @Override
    public void write(int value) throws IOException {
        throw new IOException("No space left on device");
    }
}

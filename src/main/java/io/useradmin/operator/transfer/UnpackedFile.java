package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The content of a plain or gzip file, and the number of bytes of the file read so far. A byte order mark, with which some Windows
 * editors begin a file, is not part of the content.
 */
public final class UnpackedFile implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final byte[] BYTE_ORDER_MARK = "\ufeff".getBytes(UTF_8);

    private final CountingInputStream file;
    private final InputStream content;

    /** Reads {@code input}. This object closes it. */
    public UnpackedFile(InputStream input) throws IOException {
        this.file = new CountingInputStream(input);
        try {
            this.content = withoutMark(unpacked(new BufferedInputStream(file, BUFFER)));
        } catch (EOFException | ZipException broken) {
            throw broken(broken);
        }
    }

    /** The content of the file. The stream supports mark. */
    public InputStream content() {
        return content;
    }

    /** The number of bytes of the (compressed) file read so far. */
    public long bytesRead() {
        return file.count();
    }

    /** The exception for damaged gzip content, with {@code cause}. */
    public IOException broken(IOException cause) {
        return new FaultyFileException(
                "the gzip file ends too early or is damaged, after %d bytes".formatted(bytesRead()), cause);
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    private static InputStream unpacked(BufferedInputStream input) throws IOException {
        input.mark(2);
        int magic = input.read() << 8 | input.read();
        input.reset();
        return magic == GZIP_MAGIC ? new BufferedInputStream(new WholeGzip(input), BUFFER) : input;
    }

    private static InputStream withoutMark(InputStream content) throws IOException {
        content.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(content.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            content.reset();
        }
        return content;
    }

    /** The JDK's stream ignores damaged data after a gzip member, as if the file ended there. This one does not. */
    private static final class WholeGzip extends GZIPInputStream {
        private static final int TRAILER = 8;

        WholeGzip(InputStream input) throws IOException {
            super(input, BUFFER);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            if (read < 0 && (inf.getRemaining() > TRAILER || in.read() >= 0)) {
                throw new ZipException("the data after the last gzip member is not gzip");
            }
            return read;
        }
    }
}

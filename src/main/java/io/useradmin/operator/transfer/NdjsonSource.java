package io.useradmin.operator.transfer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Our own format: one JSON object a line, packed by gzip or not. */
public final class NdjsonSource implements Source {
    /** The most bytes of a line; a user whose sessions take more comes in several lines. */
    static final int LONGEST_LINE = 16 * 1024 * 1024;

    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;

    private final CountingInputStream file;
    private final InputStream lines;
    private long number;

    /** Reads {@code input} to its end, which belongs to this from now on. */
    public NdjsonSource(InputStream input) throws IOException {
        this.file = new CountingInputStream(input);
        this.lines = unpacked(new BufferedInputStream(file, BUFFER));
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        var line = new ByteArrayOutputStream();
        int next = read();
        if (next < 0) {
            return null;
        }
        number++;
        while (next >= 0 && next != '\n') {
            if (line.size() == LONGEST_LINE) {
                throw new IOException("line %d is longer than %d bytes: split the user's sessions over several lines"
                        .formatted(number, LONGEST_LINE));
            }
            line.write(next);
            next = read();
        }
        return line.toByteArray();
    }

    @Override
    public long bytesRead() {
        return file.count();
    }

    @Override
    public Map<String, Long> leftBehind() {
        return Map.of();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private int read() throws IOException {
        try {
            return lines.read();
        } catch (EOFException | ZipException broken) {
            throw new IOException("the gzip file ends or breaks after line %d".formatted(number), broken);
        }
    }

    private static InputStream unpacked(BufferedInputStream input) throws IOException {
        input.mark(2);
        int magic = input.read() << 8 | input.read();
        input.reset();
        return magic == GZIP_MAGIC ? new BufferedInputStream(new GZIPInputStream(input, BUFFER), BUFFER) : input;
    }
}

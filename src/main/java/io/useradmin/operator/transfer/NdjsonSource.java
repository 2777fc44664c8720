package io.useradmin.operator.transfer;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Our own format: one JSON object per line, plain or gzip. */
public final class NdjsonSource implements Source {
    /**
     * The largest size of a line in bytes. A user with more sessions needs several lines. Of a longer line, one byte more than
     * this is returned.
     */
    public static final int LONGEST_LINE = 4 * 1024 * 1024;

    private static final int BUFFER = 1 << 16;

    private final UnpackedFile file;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int filled;
    private long number;

    /** Reads {@code input}. This source closes it. */
    public NdjsonSource(InputStream input) throws IOException {
        this(new UnpackedFile(input));
    }

    /** Reads {@code file}. This source closes it. */
    public NdjsonSource(UnpackedFile file) {
        this.file = file;
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        if (!hasMore()) {
            return null;
        }
        number++;
        var line = new ByteArrayOutputStream();
        boolean ended = false;
        while (!ended && hasMore()) {
            int end = endOfLine();
            ended = end < filled;
            append(line, end - position);
            position = ended ? end + 1 : end;
        }
        return line.toByteArray();
    }

    @Override
    public long bytesRead() {
        return file.bytesRead();
    }

    @Override
    public Map<String, Long> notImported() {
        return Map.of();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** The end of the line in the buffer; otherwise the end of the buffer. */
    private int endOfLine() {
        int end = position;
        while (end < filled && buffer[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Keeps only one byte more than the limit, so that a line that is too long is rejected but needs no memory. */
    private void append(ByteArrayOutputStream line, int length) {
        line.write(buffer, position, Math.min(length, LONGEST_LINE + 1 - line.size()));
    }

    private boolean hasMore() throws IOException {
        if (position == filled) {
            position = 0;
            filled = Math.max(0, fill());
        }
        return filled > 0;
    }

    private int fill() throws IOException {
        try {
            return file.content().read(buffer);
        } catch (EOFException | ZipException broken) {
            throw new FaultyFileException(
                    "the gzip file ends too early or is damaged, after line %d".formatted(number), broken);
        }
    }
}

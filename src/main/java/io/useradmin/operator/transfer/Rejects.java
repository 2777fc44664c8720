package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.shared.Violation;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The file that tells which lines were rejected and why, one JSON object a line; it is made with the first of them. */
public final class Rejects implements Closeable {
    private final Path path;
    private @Nullable FileChannel file;
    private long count;
    private long size;

    /**
     * Rejects into the file {@code path}.
     *
     * @param start where an interrupted import goes on; what the file holds beyond that is told again
     */
    public Rejects(Path path, Position start) throws IOException {
        this.path = path;
        this.count = start.rejected();
        this.size = start.rejectsSize();
        // Of an import before, and nobody should take it for one of this. A link, such as /dev/stdout, is left alone.
        if (size == 0 && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(path);
        }
    }

    /** How many lines were rejected. */
    public long count() {
        return count;
    }

    /** How many bytes the file has. */
    long size() {
        return size;
    }

    /** Tells of lines by their numbers; none of it is lost when this returns, whatever becomes of the process. */
    void add(SortedMap<Long, List<Violation>> rejected) throws IOException {
        if (rejected.isEmpty()) {
            return;
        }
        var text = new StringBuilder();
        rejected.forEach(
                (line, violations) -> text.append(json(line, violations)).append('\n'));
        try {
            write(ByteBuffer.wrap(text.toString().getBytes(UTF_8)));
        } catch (IOException failure) {
            throw new IOException("the rejects file %s: %s".formatted(path, failure.getMessage()), failure);
        }
        count += rejected.size();
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private void write(ByteBuffer text) throws IOException {
        FileChannel open = open();
        while (text.hasRemaining()) {
            size += open.write(text);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = file;
        if (open == null) {
            open = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            file = open;
            if (open.size() > size) {
                open.truncate(size);
            }
            size = open.size();
        }
        return open;
    }

    private static String json(long line, List<Violation> violations) {
        ObjectNode told = TransferJson.MAPPER.createObjectNode().put("line", line);
        ArrayNode errors = told.putArray("errors");
        for (Violation violation : violations) {
            errors.addObject()
                    .put("pointer", violation.location().value())
                    .put("code", violation.code())
                    .put("detail", violation.detail());
        }
        return told.toString();
    }
}

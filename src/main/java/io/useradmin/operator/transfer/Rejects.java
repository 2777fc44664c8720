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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The file that tells which lines were rejected and why, one JSON object a line. It is created with the first of them, and only
 * its owner may read it: a pointer may contain names of private data.
 */
public final class Rejects implements Closeable {
    private final Path path;
    private @Nullable FileChannel file;
    private long count;
    private long size;

    /**
     * Rejects into the file {@code path}.
     *
     * @param path a file, which must be no symbolic link, or a device or pipe that exists
     * @param start where an interrupted import goes on; what the file holds beyond that is told again
     */
    public Rejects(Path path, Position start) throws IOException {
        if (Files.isSymbolicLink(path) && !isDevice(path)) {
            throw new IOException("the rejects file %s: it is a symbolic link, which is not followed".formatted(path));
        }
        this.path = path;
        this.count = start.rejected();
        this.size = start.rejectsSize();
        // Of an import before, and nobody should take it for one of this.
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
            open = isDevice(path) ? FileChannel.open(path, StandardOpenOption.APPEND) : openFile();
            file = open;
            if (open.size() > size) {
                open.truncate(size);
            }
            size = open.size();
        }
        return open;
    }

    /** Nobody can put a link or a file of their own in its place: either it is new, or it is that of the interrupted import. */
    private FileChannel openFile() throws IOException {
        StandardOpenOption create = size == 0 ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE;
        return FileChannel.open(
                path, Set.of(create, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS), ofItsOwner(path));
    }

    /** None where the file system knows no POSIX permissions: there the folder decides. */
    private static FileAttribute<?>[] ofItsOwner(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Such as /dev/stdout, which is a link to the terminal or to a pipe. */
    private static boolean isDevice(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
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

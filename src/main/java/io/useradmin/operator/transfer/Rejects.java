package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.json.ApiJson;
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
 * The rejects file: rejected lines and their errors, one JSON object per line. It is created with the first one. Only its owner
 * may read it, because pointers can contain names of private data.
 */
public final class Rejects implements Closeable {
    private final Path path;
    private @Nullable FileChannel file;
    private long count;
    private long size;

    /**
     * Writes rejects to the file {@code path}.
     *
     * @param path a file that is not a symbolic link, or an existing device or pipe
     * @param start the position where an interrupted import continues; later content of the file is overwritten
     */
    public Rejects(Path path, Position start) throws IOException {
        if (Files.isSymbolicLink(path) && !isDevice(path)) {
            throw new IOException("the rejects file %s: it is a symbolic link, which is not followed".formatted(path));
        }
        this.path = path;
        this.count = start.rejected();
        this.size = start.rejectsSize();
        // Otherwise the file of an earlier import would look like that of this import.
        if (size == 0 && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(path);
        }
    }

    /** The number of rejected lines. */
    public long count() {
        return count;
    }

    /** The size of the file in bytes. */
    long size() {
        return size;
    }

    /** Writes rejects by line number, and syncs them to disk. */
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
        if (!isDevice(path)) {
            open.force(false);
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

    /**
     * Opens the file so that nobody can put a link or another file in its place: it is either new, or that of the interrupted
     * import.
     */
    private FileChannel openFile() throws IOException {
        StandardOpenOption create = size == 0 ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE;
        return FileChannel.open(
                path, Set.of(create, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS), ownerOnly(path));
    }

    /** Empty if the file system has no POSIX permissions. Then those of the folder apply. */
    private static FileAttribute<?>[] ownerOnly(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Such as /dev/stdout, a link to the terminal or a pipe. */
    private static boolean isDevice(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    private static String json(long line, List<Violation> violations) {
        ObjectNode told = ApiJson.MAPPER.createObjectNode().put("line", line);
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

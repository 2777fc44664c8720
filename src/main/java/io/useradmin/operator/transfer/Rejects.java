package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.json.ApiJson;
import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.shared.Violation;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rejects file: rejected lines and their errors, one JSON object per line. It is created with the first one. Only its owner
 * may read it, because pointers can contain names of private data.
 */
public final class Rejects implements Closeable {
    private static final byte[] BEGIN = "{\"line\":".getBytes(UTF_8);

    private final Path path;
    private final boolean isDevice;
    /** Whether lines of an interrupted import are missing. */
    private final boolean isCut;

    private @Nullable FileChannel file;
    /** Identifies the open file, because another one can get its name. Null on Windows. */
    private @Nullable Object key;

    private long count;
    private long size;
    private Set<Long> written = Set.of();

    /**
     * Writes rejects to the file {@code path}.
     *
     * @param path a file that is not a symbolic link, or an existing device or pipe, such as /dev/stdout
     * @param start the position where an interrupted import continues; removes later content of the file
     */
    public Rejects(Path path, Position start) throws IOException {
        this.isDevice = Files.exists(path) && !Files.isRegularFile(path);
        if (Files.isSymbolicLink(path) && !isDevice) {
            throw new IOException("the rejects file %s: it is a symbolic link, which is not followed".formatted(path));
        }
        this.path = path;
        this.count = start.rejected();
        this.size = start.rejectsSize();
        this.isCut = !isDevice && length() < size;
        // Otherwise the file of an earlier import would look like that of this import.
        if (size == 0 && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            requireRejects();
            Files.delete(path);
        }
        if (!isDevice && length() > size) {
            try (FileChannel open = openFile()) {
                open.truncate(size);
            }
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

    /** Whether the file has all rejected lines: it was not deleted, cut off or replaced in the meantime. */
    boolean areComplete() throws IOException {
        return isDevice || (!isCut && length() >= size && (file == null || Objects.equals(key, key())));
    }

    /**
     * Writes the rejects of a batch by line number, and syncs them to disk. If the batch could not be committed and is written
     * again, its rejects are in the file already, and only new ones are added.
     */
    void add(SortedMap<Long, List<Violation>> rejected) throws IOException {
        var added = new TreeMap<>(rejected);
        added.keySet().removeAll(written);
        if (added.isEmpty()) {
            return;
        }
        var text = new StringBuilder();
        added.forEach((line, violations) -> text.append(json(line, violations)).append('\n'));
        try {
            write(ByteBuffer.wrap(text.toString().getBytes(UTF_8)));
        } catch (IOException failure) {
            throw new IOException("the rejects file %s: %s".formatted(path, failure.getMessage()), failure);
        }
        count += added.size();
        written = Set.copyOf(rejected.keySet());
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
        if (!isDevice) {
            open.force(false);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = file;
        if (open == null) {
            open = isDevice ? FileChannel.open(path, StandardOpenOption.APPEND) : openFile();
            file = open;
            size = open.size();
            key = key();
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

    /** A wrong name must not delete another file. */
    private void requireRejects() throws IOException {
        try (InputStream content = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] begin = content.readNBytes(BEGIN.length);
            if (begin.length > 0 && !Arrays.equals(begin, BEGIN)) {
                throw new IOException(
                        "the rejects file %s: it has other content, which is not deleted".formatted(path));
            }
        }
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** The length of the file, 0 if there is none. */
    private long length() {
        return path.toFile().length();
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

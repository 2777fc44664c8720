package io.useradmin.operator;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Writes exports, which contain private data, to files. */
final class PrivateFile {
    static final String STANDARD_OUTPUT = "-";

    private static final int BUFFER = 1 << 16;

    private PrivateFile() {}

    /** The content of a file. */
    interface Content<T> {
        /** Writes the whole content. */
        T writeTo(OutputStream output) throws IOException, SQLException;
    }

    /**
     * Writes an export to a file, or to standard output if {@code target} is {@code -}. For standard output it returns nothing,
     * because a report would be mixed with the content.
     */
    static <T> Optional<T> export(String target, Content<T> content) throws SQLException {
        try {
            if (target.equals(STANDARD_OUTPUT)) {
                var _ = content.writeTo(new FileOutputStream(FileDescriptor.out));
                return Optional.empty();
            }
            return Optional.of(write(Path.of(target), content));
        } catch (IOException failure) {
            throw new Failure("The export stopped: " + FileErrors.describe(failure));
        }
    }

    /**
     * Writes {@code content}, with gzip if the name of {@code target} ends in .gz. First it writes a temporary file to the disk, so
     * that a file named {@code target} is always complete, also after a power failure. The JDK creates that file with permissions
     * only for its owner, and does not follow links. If {@code target} exists but is not a regular file, such as a pipe, it is
     * written directly.
     */
    private static <T> T write(Path target, Content<T> content) throws IOException, SQLException {
        boolean packed = target.toString().endsWith(".gz");
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            return writeTo(target, packed, content);
        }
        Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
        Path part = temporary(folder, target.getFileName() + ".");
        // If the process is stopped, for example by Ctrl+C.
        part.toFile().deleteOnExit();
        try {
            T result = writeTo(part, packed, content);
            force(part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return result;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A missing folder is reported as such: the operator does not know the temporary file. */
    private static Path temporary(Path folder, String prefix) throws IOException {
        try {
            return Files.createTempFile(folder, prefix, ".part");
        } catch (NoSuchFileException _) {
            throw new NoSuchFileException(folder.toString());
        }
    }

    /** The operating system may write a new name to the disk before the content. */
    private static void force(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.force(true);
        }
    }

    private static <T> T writeTo(Path path, boolean packed, Content<T> content) throws IOException, SQLException {
        try (OutputStream file = Files.newOutputStream(path, StandardOpenOption.WRITE);
                OutputStream output = packed ? new GZIPOutputStream(file, BUFFER) : file) {
            return content.writeTo(output);
        }
    }
}

package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files and folders in {@code target} that take long to make. The first JVM of a build that needs one makes it, the others wait. */
final class MadeOnce {
    static final Path TARGET = Path.of("target").toAbsolutePath();

    private MadeOnce() {}

    /** Makes a file or folder at a path that does not exist. */
    interface Maker {
        void make(Path draft) throws Exception;
    }

    /**
     * The file or folder with this name, made again if a source has changed since.
     *
     * @param sources the files and folders that it is made from
     */
    static Path get(String name, List<Path> sources, Maker maker) {
        Path made = TARGET.resolve(name);
        try (FileChannel file = FileChannel.open(
                        TARGET.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            if (!isNewer(made, sources)) {
                makeAt(made, maker);
            }
            return made;
        } catch (Exception failure) {
            throw new IllegalStateException("cannot make " + made, failure);
        }
    }

    static void delete(Path fileOrFolder) {
        if (Files.notExists(fileOrFolder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(fileOrFolder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void makeAt(Path made, Maker maker) throws Exception {
        Path draft = made.resolveSibling(made.getFileName() + ".draft");
        delete(draft);
        FileTime before = FileTime.fromMillis(System.currentTimeMillis());
        maker.make(draft);
        Files.setLastModifiedTime(draft, before);
        delete(made);
        Files.move(draft, made, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isNewer(Path made, List<Path> sources) throws IOException {
        if (Files.notExists(made)) {
            return false;
        }
        FileTime time = Files.getLastModifiedTime(made);
        for (Path source : sources) {
            try (Stream<Path> files = Files.walk(source)) {
                for (Path file : files.toList()) {
                    if (Files.getLastModifiedTime(file).compareTo(time) >= 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}

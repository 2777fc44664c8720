package io.useradmin.nativeimage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** The jars in a folder and its subfolders, as a class path. */
final class JarFolder {
    private final Map<String, List<Path>> jarsByEntry = new LinkedHashMap<>();
    private final Map<String, ClassModel> parsed = new HashMap<>();

    JarFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jar")).toList()) {
                try (JarFile jar = open(file)) {
                    jar.versionedStream()
                            .forEach(entry -> jarsByEntry
                                    .computeIfAbsent(entry.getName(), _ -> new ArrayList<>())
                                    .add(file));
                }
            }
        }
    }

    boolean has(String entry) {
        return jarsByEntry.containsKey(entry);
    }

    /** Whether this folder or the JDK has the class. */
    boolean hasClass(String name) {
        if (has(entry(name))) {
            return true;
        }
        try {
            Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    List<String> entries(Predicate<String> wanted) {
        return jarsByEntry.keySet().stream().filter(wanted).toList();
    }

    /** The content of an entry, in each jar that has it. */
    List<byte[]> read(String entry) {
        return jarsByEntry.getOrDefault(entry, List.of()).stream()
                .map(jar -> read(jar, entry))
                .toList();
    }

    /** The first jar with an entry. */
    Path holder(String entry) {
        return jarsByEntry.get(entry).getFirst();
    }

    ClassModel parse(String entry) {
        return parsed.computeIfAbsent(
                entry, _ -> ClassFile.of().parse(read(entry).getFirst()));
    }

    /** The name of a class's entry in a jar. */
    static String entry(String className) {
        return className.replace('.', '/') + ".class";
    }

    private static byte[] read(Path file, String entry) {
        try (JarFile jar = open(file);
                InputStream content = jar.getInputStream(jar.getJarEntry(entry))) {
            return content.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Opens a jar as the JVM does: with its multi-release versions of classes. */
    private static JarFile open(Path file) throws IOException {
        return new JarFile(file.toFile(), true, ZipFile.OPEN_READ, JarFile.runtimeVersion());
    }
}

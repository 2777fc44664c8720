package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * What the profile {@code aot} makes: the packaged service, a Java runtime of the same build as the cache, which another would
 * refuse, and the cache.
 */
final class AotPackage {
    static final Path TARGET = Path.of("target").toAbsolutePath();
    static final Path SERVICE = TARGET.resolve("quarkus-app");
    static final Path RUNTIME = TARGET.resolve("jre");
    static final Path CACHE = SERVICE.resolve("app.aot");
    static final Path DOCKERFILE = Path.of("src", "main", "docker", "Dockerfile.jvm");

    /** The standard API, what the libraries take of the JDK's own beside it, and the recorder that tells why it is slow. */
    private static final String MODULES = "java.se,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported";

    /**
     * The cache remembers when each jar was written. A fixed time outlives layers that a builder keeps of an earlier build; it
     * is the one that Jib gives to all files.
     */
    private static final FileTime WRITTEN = FileTime.from(Instant.ofEpochSecond(1));

    private AotPackage() {}

    /** Makes the runtime, as small as it can be. */
    static void linkRuntime() throws IOException {
        deleteTree(RUNTIME);
        var messages = new PrintWriter(System.out, true);
        int exitCode = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(
                        messages,
                        messages,
                        "--add-modules",
                        MODULES,
                        "--strip-debug",
                        "--no-header-files",
                        "--no-man-pages",
                        "--compress",
                        "zip-6",
                        "--output",
                        RUNTIME.toString());
        assertThat(exitCode).isZero();
    }

    /** Gives all that the cache is going to remember the same time. */
    static void setTimes() throws IOException {
        for (Path folder : List.of(SERVICE, RUNTIME)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.setLastModifiedTime(file, WRITTEN);
                }
            }
        }
    }

    /** How the image starts the service, and where everything lies there replaced by where it was built. */
    static List<String> entrypoint() throws IOException {
        return Dockerfile.read(DOCKERFILE).entrypoint().stream()
                .map(word -> word.replace("/opt/java", RUNTIME.toString()))
                .toList();
    }

    private static void deleteTree(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }
}

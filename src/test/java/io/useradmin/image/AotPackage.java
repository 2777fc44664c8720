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
 * The output of the profile {@code aot}: the packaged service, a Java runtime, and the AOT cache. A runtime of another build
 * would refuse the cache.
 */
final class AotPackage {
    static final Path TARGET = Path.of("target").toAbsolutePath();
    static final Path SERVICE = TARGET.resolve("quarkus-app");
    static final Path RUNTIME = TARGET.resolve("jre");
    static final Path CACHE = SERVICE.resolve("app.aot");
    static final Path DOCKERFILE = Path.of("src", "main", "docker", "Dockerfile.jvm");

    /** The standard API, the JDK modules that the libraries use, and JFR for profiling. */
    private static final String MODULES = "java.se,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported";

    /**
     * The cache stores the modification time of each jar. A fixed time stays valid when a builder reuses image layers of an
     * earlier build. Jib uses the same time for all files.
     */
    private static final FileTime WRITTEN = FileTime.from(Instant.ofEpochSecond(1));

    /** The runtime is a copy of the JDK that runs the build. */
    static final String NEEDS = "Build it on Linux, on the processor of the image, with Temurin.";

    private AotPackage() {}

    /** Fails on a system whose runtime does not run in the image. */
    static void checkSystem(String name) {
        assertThat(name).as(NEEDS).isEqualTo("Linux");
    }

    /** Creates a minimal runtime with jlink. */
    static void linkRuntime() throws IOException {
        checkSystem(System.getProperty("os.name"));
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

    /** Sets the modification time of all files. */
    static void setTimes() throws IOException {
        for (Path folder : List.of(SERVICE, RUNTIME)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.setLastModifiedTime(file, WRITTEN);
                }
            }
        }
    }

    /** The image's entrypoint, with the paths of the image replaced by those of the build. */
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

package io.useradmin.testsupport;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How tests run the package on a JVM. A run takes seconds, so the JVM uses only the fast compiler, and takes the classes of every
 * operation from an archive (CDS). The language has other digits and other capital letters, which must not change anything.
 */
final class QuickJava {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path JAR = TARGET.resolve("quarkus-app").resolve("quarkus-run.jar");
    private static final Path ARCHIVE = TARGET.resolve("service.jsa");

    /** The first JVM of the build that needs the archive writes it; the others wait. */
    private static final class Written {
        static {
            Path lock = TARGET.resolve("service.jsa.lock");
            try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = file.lock()) {
                if (!hasArchive()) {
                    writeArchive();
                }
            } catch (Exception failure) {
                throw new IllegalStateException("no archive of the service's classes", failure);
            }
        }

        static final String OPTION = "-XX:SharedArchiveFile=" + ARCHIVE;
    }

    private QuickJava() {}

    /**
     * The program, its options, and the package.
     *
     * @param options more of them
     */
    static Stream<String> command(String... options) {
        return command(Written.OPTION, Stream.of(options));
    }

    private static Stream<String> command(String archive, Stream<String> options) {
        Stream<String> java = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=tr",
                "-Duser.country=TR",
                "-Duser.extensions=u-nu-arab",
                "-Xlog:disable",
                "-Xlog:all=error,cds*=off:stderr",
                archive);
        return Stream.of(java, options, Stream.of("-jar", JAR.toString())).flatMap(part -> part);
    }

    /** Whether there is an archive of the package as it is. */
    private static boolean hasArchive() throws IOException {
        return Files.exists(ARCHIVE)
                && Files.getLastModifiedTime(ARCHIVE).compareTo(Files.getLastModifiedTime(JAR)) > 0;
    }

    /** A JVM that ends by itself writes the classes that it has loaded. */
    private static void writeArchive() throws Exception {
        Path draft = TARGET.resolve("service.jsa.draft");
        List<String> program = Stream.concat(
                        command("-XX:ArchiveClassesAtExit=" + draft, Stream.empty()), Stream.of("serve"))
                .toList();
        String database = "postgresql://localhost:%d/postgres".formatted(TestDatabase.port());
        try (ServiceProcess service = ServiceProcess.start(program, database, Map.of())) {
            ApiOperation.all().forEach(operation -> sendTo(service, operation));
            service.terminate();
            service.exitStatus();
        }
        Files.move(draft, ARCHIVE, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void sendTo(ServiceProcess service, ApiOperation operation) {
        Tenant tenant = Tenant.create();
        operation.send(Api.withKey(tenant.apiKey()).port(service.port()), ApiOperation.userFor(tenant));
    }
}

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
 * The command that runs the package on a JVM in tests. A run takes seconds, so the JVM uses only the fast compiler (C1) and a
 * CDS archive with the classes of every operation. The locale has other digits and other upper-case rules, which must not
 * change anything.
 */
final class QuickJava {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path JAR = TARGET.resolve("quarkus-app").resolve("quarkus-run.jar");
    private static final Path ARCHIVE = TARGET.resolve("service.jsa");

    /** The first JVM of the build that needs the archive writes it. The others wait. */
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
     * The Java command with the package.
     *
     * @param options additional JVM options
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

    /** Whether there is an archive that is newer than the package. */
    private static boolean hasArchive() throws IOException {
        return Files.exists(ARCHIVE)
                && Files.getLastModifiedTime(ARCHIVE).compareTo(Files.getLastModifiedTime(JAR)) > 0;
    }

    /** The JVM writes its loaded classes to the archive when it exits normally. */
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

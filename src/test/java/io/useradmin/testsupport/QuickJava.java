package io.useradmin.testsupport;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The command that runs the package on a JVM in tests. A run takes seconds, so the JVM uses only the fast compiler (C1) and a
 * CDS archive with the classes of every operation. The locale has other digits and other upper-case rules, which must not
 * change anything.
 */
public final class QuickJava {
    private static final Path JAR = MadeOnce.TARGET.resolve("quarkus-app").resolve("quarkus-run.jar");

    /** Writing the archive takes seconds, or minutes on a busy machine. */
    private static final long MOST_MINUTES = 15;

    private static final class Archive {
        static final Path FILE = MadeOnce.get("service.jsa", List.of(JAR), QuickJava::write);
    }

    private QuickJava() {}

    /**
     * The Java command with the package.
     *
     * @param options additional JVM options
     */
    static Stream<String> command(String... options) {
        return command(java(), options);
    }

    /** The Java command, for {@code -jar} with the package. */
    public static Stream<String> java() {
        return java("-XX:SharedArchiveFile=" + Archive.FILE);
    }

    private static Stream<String> command(Stream<String> java, String... options) {
        return Stream.of(java, Stream.of(options), Stream.of("-jar", JAR.toString()))
                .flatMap(part -> part);
    }

    private static Stream<String> java(String archive) {
        return Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                // Maps the archive at the address that it was made for, instead of changing all its pointers.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-Duser.language=tr",
                "-Duser.country=TR",
                "-Duser.extensions=u-nu-arab",
                "-Xlog:disable",
                "-Xlog:all=error,cds*=off:stderr",
                archive);
    }

    /** The JVM writes its loaded classes to the archive when it exits normally. */
    private static void write(Path archive) throws Exception {
        List<String> program = Stream.concat(command(java("-XX:ArchiveClassesAtExit=" + archive)), Stream.of("serve"))
                .toList();
        String database = "postgresql://localhost:%d/postgres".formatted(TestDatabase.port());
        try (ServiceProcess service = ServiceProcess.start(program, database, Map.of())) {
            ApiOperation.all().forEach(operation -> sendTo(service, operation));
            service.terminate();
            service.handle().onExit().get(MOST_MINUTES, TimeUnit.MINUTES);
        }
    }

    private static void sendTo(ServiceProcess service, ApiOperation operation) {
        Tenant tenant = Tenant.create();
        operation.send(Api.withKey(tenant.apiKey()).port(service.port()), ApiOperation.userFor(tenant));
    }
}

package io.useradmin.nativeimage;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.SecuredPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.TcpProxy;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every look-up by name, from the start through every request and every command, must also work in the native binary. The test
 * runs GraalVM's input on a JVM that records look-ups.
 */
class NativeLookupsIT {
    /** Look-ups that may fail in the binary, in the format of {@link Lookup}, and why. */
    private static final Map<Pattern, String> HARMLESS = Stream.of(
                    Map.entry(
                            "java\\..*, by get.* of (com\\.fasterxml\\.jackson|picocli)\\..*",
                            "annotations and converters of the JDK's types, which have none or are not used"),
                    Map.entry(
                            "java\\.lang\\.Record, by .* of org\\.hibernate\\.internal\\.util\\.ReflectHelper#setterOrNull",
                            "a record has no setter"),
                    Map.entry(
                            ".*, by getMethods of org\\.hibernate\\.service\\.internal\\.AbstractServiceRegistryImpl#applyInjections",
                            "an old way of one service to get at another, which none of these uses"),
                    Map.entry(
                            ".*, by getDeclaredConstructor of org\\.hibernate\\.boot\\..*StrategySelectorImpl#create",
                            "registered by Hibernate's own code for native builds"),
                    Map.entry(
                            "com\\.arjuna\\..*EnvironmentBean, by .* of com\\.arjuna\\..*BeanPopulator#.*",
                            "made while the binary is built, by static initializers that need not run on the JVM"),
                    Map.entry(
                            "io\\.netty\\..*, by getDeclaredField of io\\.netty\\.util\\.internal\\.ReferenceCountUpdater#getUnsafeOffset",
                            "without it a field updater counts"),
                    Map.entry(
                            "io\\.netty\\..*, by getDeclaredField of java\\.util\\.concurrent\\.atomic\\.Atomic.*FieldUpdater.*",
                            "GraalVM sees what a field updater is made for"),
                    Map.entry(
                            ".*, by forName of io\\.quarkus\\.runtime\\.configuration\\.AbstractConfigBuilder#withConverter",
                            "GraalVM puts the method into its callers, which know the name"),
                    Map.entry(
                            "org\\.flywaydb\\..*Plugin, by getDeclaredMethods of com\\.fasterxml\\.jackson\\..*",
                            "an interface without annotations"),
                    Map.entry(
                            "(application\\.properties|META-INF/services/io\\.smallrye\\.config\\.ConfigSourceFactory), by .*",
                            "settings of the package, which DatabaseSettings does not read and the framework has built in"))
            .collect(toMap(entry -> Pattern.compile(entry.getKey()), Map.Entry::getValue));

    /** The exit code of {@code distribute} on a database that is not Citus. */
    private static final int NOT_CITUS = 1;

    @TempDir
    private static Path folder;

    private static Path agent;

    private final List<Path> records = new ArrayList<>();

    @BeforeAll
    static void makeAgent() throws IOException {
        assumeTrue(NativeBuild.exists(), "no sources of a native build; -DskipNativeSources=false creates them");
        agent = LookupAgent.jar(folder);
    }

    @Test
    void binaryHasAllLookedUpElements() throws Exception {
        var build = new NativeBuild();
        try (var postgres = new SecuredPostgres(folder)) {
            runEveryCommand(build, postgres);
            serveWithReplica(recorded(build, List.of("serve")), postgres);
        }
        serveEveryRequest(recorded(build, List.of("serve")));

        Set<String> missing = missing(build);
        Set<Pattern> needed = new HashSet<>();
        missing.removeIf(lookup -> HARMLESS.keySet().stream()
                .filter(harmless -> harmless.matcher(lookup).matches())
                .peek(needed::add)
                .findFirst()
                .isPresent());
        assertThat(missing).as("must be registered in NativeReflection").isEmpty();
        assertThat(needed)
                .as("harmless look-ups that still occur")
                .containsExactlyInAnyOrderElementsOf(HARMLESS.keySet());
    }

    private void runEveryCommand(NativeBuild build, SecuredPostgres postgres) throws Exception {
        postgres.server().run("create database fresh");
        Map<String, String> settings = new HashMap<>(postgres.settings());
        settings.put("QUARKUS_DATASOURCE_REACTIVE_URL", postgres.server().reactiveUrl("fresh"));
        new EveryCommand(words -> recorded(build, words), folder).run(settings, NOT_CITUS, List.of("acme"));
    }

    /** This server is no standby, so the primary serves the reads. */
    private static void serveWithReplica(List<String> program, SecuredPostgres postgres) throws Exception {
        Map<String, String> settings = new HashMap<>(postgres.settings());
        String url = postgres.server().reactiveUrl();
        settings.put("USERADMIN_DATABASE_REPLICA_URL", url);
        try (var service = ServiceProcess.start(program, url, settings)) {
            Await.until("the service is ready", service::isReady);
            assertThat(service.get(postgres.server().key(), "/api/users").statusCode())
                    .isEqualTo(200);
            service.terminate();
            service.exitStatus();
        }
    }

    private static void serveEveryRequest(List<String> program) throws Exception {
        var database = new TcpProxy(TestDatabase.port());
        try (var service = ServiceProcess.start(
                program,
                "postgresql://localhost:%d/postgres".formatted(database.port()),
                Map.of(
                        "USERADMIN_FAILED_KEYS_PER_MINUTE",
                        Integer.toString(EveryRequest.FAILED_KEYS),
                        // Nothing listens there, so the trace exporter must handle the error.
                        "QUARKUS_OTEL_EXPORTER_OTLP_ENDPOINT",
                        "http://localhost:1"))) {
            Await.until("the service is ready", service::isReady);
            new EveryRequest(service).send(database);
            service.terminate();
            service.exitStatus();
        } finally {
            database.cut();
            Api.useOwnPort();
        }
    }

    private Set<String> missing(NativeBuild build) throws IOException {
        Set<String> missing = new TreeSet<>();
        for (Path record : records) {
            try (Stream<String> lines = Files.lines(record)) {
                lines.map(Lookup::parse)
                        .filter(lookup -> !build.allows(lookup))
                        .forEach(lookup -> missing.add(lookup.toString()));
            }
        }
        return missing;
    }

    /** The command that runs the program on a JVM with the recorder. */
    private List<String> recorded(NativeBuild build, List<String> words) {
        Path record = folder.resolve("lookups-%d.txt".formatted(records.size()));
        records.add(record);
        Stream<String> java = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Most runs are too short for the C2 compiler.
                "-XX:TieredStopAtLevel=1",
                "-javaagent:%s=%s".formatted(agent, record));
        return Stream.of(java, build.program().stream(), words.stream())
                .flatMap(part -> part)
                .toList();
    }
}

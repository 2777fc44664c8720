package io.useradmin.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Creates the AOT cache: runs every operation many times. Then checks the cache. Only the profile {@code aot} runs it, as a
 * step of packaging. Quarkus' own mechanism is not used: it gives the JVM 20 seconds to write the cache, and then takes even an
 * incomplete file.
 */
class AotCacheTraining {
    /** After some hundred calls, a method has a profile that the JVM stores in the cache. */
    private static final int ROUNDS = 50;

    private static final long TIMEOUT_MINUTES = 5;
    private static final String CACHE_OPTION = "-XX:AOTCache=";

    @TempDir
    private Path folder;

    @BeforeAll
    static void train() throws Exception {
        Files.deleteIfExists(AotPackage.CACHE);
        AotPackage.linkRuntime();
        AotPackage.setTimes();
        List<String> training = AotPackage.entrypoint().stream()
                .map(word -> word.replace(CACHE_OPTION, "-XX:AOTCacheOutput="))
                .toList();
        try (Service service = new Service(AotPackage.SERVICE, training)) {
            for (int round = 0; round < ROUNDS; round++) {
                service.serveEveryOperation();
            }
        }
        assertThat(AotPackage.CACHE).isNotEmptyFile();
    }

    @Test
    void cacheIsUsedAtTheImagesPath() throws Exception {
        Path runtime = folder.resolve("java");
        Path copy = folder.resolve("service");
        copy(AotPackage.RUNTIME, runtime);
        copy(AotPackage.SERVICE, copy);
        // With AOTMode=on, the JVM ends if it cannot use the cache.
        List<String> command = new ArrayList<>(withOptions("-XX:AOTMode=on"));
        command.set(0, runtime.resolve("bin/java").toString());
        try (Service service = new Service(copy, command)) {
            service.serveEveryOperation();
        }
    }

    /** With so little memory, the default initial heap is too small for the cache's objects, and the JVM would end. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:MaxRAM=256m", "-XX:MaxRAM=512m"})
    void cacheIsUsedWithLittleMemory(String memory) throws Exception {
        try (Service service = service("-XX:AOTMode=on", memory)) {
            service.serveEveryOperation();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseZGC",
                "-XX:+UseParallelGC",
                "-XX:-UseCompressedOops",
                "-XX:-UseCompactObjectHeaders",
                "-XX:TieredStopAtLevel=1"
            })
    void worksWithOtherOptions(String option) throws Exception {
        try (Service service = service(option)) {
            service.serveEveryOperation();
        }
    }

    @Test
    void worksWithJarsThatTheCacheDoesNotMatch() throws Exception {
        Path copy = folder.resolve("service");
        copy(AotPackage.SERVICE, copy);
        Files.setLastModifiedTime(copy.resolve("quarkus-run.jar"), FileTime.from(Instant.now()));
        try (Service service = new Service(copy, AotPackage.entrypoint())) {
            service.serveEveryOperation();
        }
    }

    @Test
    void commandsRunWithTheCacheToo() throws Exception {
        try (var database = new FreshDatabase()) {
            Ended migrated = command(AotPackage.SERVICE, database, "migrate");
            assertThat(migrated.out()).startsWith("Applied 1: create schema");
            assertThat(migrated.err()).isEmpty();
            assertThat(migrated.exitCode()).isZero();
            Ended wrong = command(AotPackage.SERVICE, database, "frob");
            assertThat(wrong.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void standardOutputHasNoWarningIfTheCacheDoesNotMatch() throws Exception {
        Path copy = folder.resolve("service");
        copy(AotPackage.SERVICE, copy);
        Files.setLastModifiedTime(copy.resolve("quarkus-run.jar"), FileTime.from(Instant.now()));
        try (var database = new FreshDatabase()) {
            assertThat(command(copy, database, "migrate").out()).startsWith("Applied 1: create schema");
        }
    }

    private static Service service(String... options) throws Exception {
        return new Service(AotPackage.SERVICE, withOptions(options));
    }

    private static List<String> withOptions(String... options) throws IOException {
        List<String> command = new ArrayList<>(AotPackage.entrypoint());
        // The last of several options wins. Only the options for garbage collectors must not be repeated.
        if (Stream.of(options).anyMatch(option -> option.endsWith("GC"))) {
            command.removeIf(word -> word.endsWith("GC"));
        }
        command.addAll(command.indexOf("-jar"), List.of(options));
        return command;
    }

    /** Copies as COPY does, with the files' modification times. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private record Ended(int exitCode, String out, String err) {}

    private Ended command(Path service, FreshDatabase database, String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> words = new ArrayList<>(AotPackage.entrypoint());
        words.addAll(List.of(arguments));
        var command = new ProcessBuilder(words).directory(service.toFile());
        command.environment().put("QUARKUS_DATASOURCE_REACTIVE_URL", database.reactiveUrl());
        command.environment().put("QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER);
        Process process =
                command.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** The service on the test database. close() returns when the JVM has written the cache. */
    private static final class Service implements AutoCloseable {
        private final Process process;

        Service(Path folder, List<String> command) throws Exception {
            // A file instead of a pipe: the JDK would close the pipe while the JVM still writes the cache.
            Path log = Files.createTempFile(AotPackage.TARGET, "service", ".log");
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment()
                    .put(
                            "QUARKUS_DATASOURCE_REACTIVE_URL",
                            "postgresql://localhost:%d/postgres".formatted(TestDatabase.port()));
            builder.environment().put("QUARKUS_DATASOURCE_USERNAME", FreshDatabase.USER);
            builder.environment().put("QUARKUS_HTTP_PORT", "0");
            builder.environment().put("QUARKUS_MANAGEMENT_PORT", "0");
            // Without an issuer, the operations of Shared Signals return 404.
            builder.environment().put("USERADMIN_SSF_ISSUER", "https://id.example.com");
            builder.environment().putAll(ServiceProcess.LONG_TIMEOUTS);
            process = builder.start();
            Api.usePort(port(log));
        }

        void serveEveryOperation() {
            ApiOperation.all().forEach(operation -> {
                Tenant tenant = Tenant.create();
                assertThat(operation
                                .send(tenant.apiKey(), ApiOperation.userFor(tenant))
                                .statusCode())
                        .as(operation.toString())
                        .isEqualTo(operation.success());
            });
        }

        private int port(Path log) throws Exception {
            Await.until(
                    "the service listens", () -> ServiceProcess.port(Files.readString(log)) > 0 || !process.isAlive());
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            return ServiceProcess.port(Files.readString(log));
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            assertThat(process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)).isTrue();
        }
    }
}

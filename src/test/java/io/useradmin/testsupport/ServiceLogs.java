package io.useradmin.testsupport;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Keeps a copy of the log of each service that ran during a failed test, and names the copies in the failure. JUnit registers it
 * for all tests (META-INF/services).
 */
public final class ServiceLogs implements TestWatcher, AfterAllCallback {
    private static final Path KEPT = Path.of("target", "service-logs");

    /** Quarkus writes the log of a {@code @QuarkusIntegrationTest} there, and overwrites that of the class before. */
    private static final Path OF_FRAMEWORK = Path.of(System.getProperty("quarkus.log.file.path", "none"));

    private static final Queue<Path> RUNNING = new ConcurrentLinkedQueue<>();
    private static final Queue<Path> ENDED = new ConcurrentLinkedQueue<>();

    /** Has no stack trace: it only tells where the logs are. */
    private static final class Note extends Exception {
        private static final long serialVersionUID = 1L;

        private Note(String text) {
            super(text, null, false, false);
        }
    }

    /** An empty file for the log of a service that starts. */
    static Path create() throws IOException {
        Path log = Files.createTempFile("service", ".log");
        log.toFile().deleteOnExit();
        RUNNING.add(log);
        return log;
    }

    /** The service has ended. Its log stays until the end of the test class, because a test may fail after it. */
    static void ended(Path log) {
        RUNNING.remove(log);
        ENDED.add(log);
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable failure) {
        keep(context, failure);
    }

    /** Runs after all other extensions of the class. A failure here is one outside of its tests, for example in {@code @BeforeAll}. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        context.getExecutionException().ifPresent(failure -> keep(context, failure));
        for (Path log = ENDED.poll(); log != null; log = ENDED.poll()) {
            Files.deleteIfExists(log);
        }
    }

    private static void keep(ExtensionContext context, Throwable failure) {
        Class<?> tests = context.getRequiredTestClass();
        boolean isOfFramework = AnnotationSupport.isAnnotated(tests, QuarkusIntegrationTest.class);
        keep(
                tests.getSimpleName()
                        + context.getTestMethod()
                                .map(Method::getName)
                                .map("."::concat)
                                .orElse(""),
                isOfFramework ? Stream.of(OF_FRAMEWORK) : Stream.empty(),
                failure);
    }

    static void keep(String test, Stream<Path> others, Throwable failure) {
        Stream.of(RUNNING.stream(), ENDED.stream(), others)
                .flatMap(logs -> logs)
                .filter(Files::exists)
                .map(log -> copy(log, KEPT.resolve(test + "-" + log.getFileName())))
                .forEach(kept -> failure.addSuppressed(new Note("log of a service: " + kept)));
    }

    private static Path copy(Path log, Path kept) {
        try {
            Files.createDirectories(KEPT);
            return Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

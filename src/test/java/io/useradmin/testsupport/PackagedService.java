package io.useradmin.testsupport;

import io.useradmin.apikey.KeyCacheConfig;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs the packaged service on {@link TestDatabase} for test classes whose requests need their own settings. It starts three
 * times faster than a {@code @TestProfile}. The service without settings runs until the JVM ends, for all classes that need it.
 * One with settings is new for each class, and ends with it.
 */
public final class PackagedService implements BeforeAllCallback, AfterAllCallback {
    private static final String MANAGEMENT_PORT = "quarkus.management.test-port";

    private static final Map<Map<String, String>, ServiceProcess> RUNNING = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.values().forEach(PackagedService::stop)));
    }

    private final Map<String, String> settings;
    private ServiceProcess service;
    private Optional<String> portBefore = Optional.empty();

    private PackagedService(Map<String, String> settings) {
        this.settings = settings;
    }

    /** A service with {@code settings}, which override {@link ServiceProcess#LONG_TIMEOUTS}. */
    public static PackagedService with(Map<String, String> settings) {
        return new PackagedService(settings);
    }

    /**
     * A service with one event loop and one connection of each kind, so that everything of a kind waits in one queue. Looking up a
     * key would be queued with the reads, so keys are cached as long as possible.
     */
    public static PackagedService withSingleQueues() {
        return with(Map.of(
                "quarkus.datasource.reactive.max-size", "1",
                "useradmin.database.read-connections", "1",
                "quarkus.datasource.reactive.postgresql.pipelining-limit", "1",
                "quarkus.vertx.event-loops-pool-size", "1",
                "useradmin.api-key-cache.ttl", KeyCacheConfig.LONGEST_TTL));
    }

    /** The running service. */
    public ServiceProcess process() {
        return service;
    }

    /** The service's log. */
    public String log() throws IOException {
        return service.log();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        service = RUNNING.computeIfAbsent(settings, PackagedService::start);
        Api.usePort(service.port());
        portBefore =
                Optional.ofNullable(System.setProperty(MANAGEMENT_PORT, Integer.toString(service.managementPort())));
    }

    /** The framework has set the port of its own service, for all classes with {@code @QuarkusIntegrationTest} in this JVM. */
    @Override
    public void afterAll(ExtensionContext context) {
        portBefore.ifPresentOrElse(
                port -> System.setProperty(MANAGEMENT_PORT, port), () -> System.clearProperty(MANAGEMENT_PORT));
        Api.useOwnPort();
        if (!settings.isEmpty()) {
            Optional.ofNullable(RUNNING.remove(settings)).ifPresent(PackagedService::stop);
        }
    }

    private static ServiceProcess start(Map<String, String> settings) {
        String[] options = settings.entrySet().stream()
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        try {
            return ServiceProcess.start(
                    "postgresql://localhost:%d/postgres".formatted(TestDatabase.port()), Map.of(), options);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void stop(ServiceProcess service) {
        try {
            service.close();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}

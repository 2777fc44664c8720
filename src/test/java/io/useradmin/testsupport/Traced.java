package io.useradmin.testsupport;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/**
 * The service with tracing to an in-memory exporter, and with a database whose connection tests can cut. Both are in one
 * profile because each profile takes ten seconds to start.
 */
public class Traced implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.otel.exporter.otlp.endpoint",
                "http://localhost:1",
                // Exports spans almost immediately instead of every five seconds.
                "quarkus.otel.bsp.schedule.delay",
                "20ms");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(ProxiedDatabase.class));
    }

    @Override
    public boolean disableGlobalTestResources() {
        return true;
    }

    /** Replaces the exporter to a collector. */
    public static class Collector {
        @Produces
        @Singleton
        InMemorySpanExporter exporter() {
            return InMemorySpanExporter.create();
        }
    }
}

package io.useradmin.testsupport;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/**
 * The service with an endpoint for traces, and an exporter to memory that takes its place; and with a database that a test may cut off,
 * because each profile takes ten seconds.
 */
public class Traced implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.otel.exporter.otlp.endpoint",
                "http://localhost:1",
                // Spans are exported at once instead of every five seconds.
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

    /** What would be a collector somewhere else. */
    public static class Collector {
        @Produces
        @Singleton
        InMemorySpanExporter exporter() {
            return InMemorySpanExporter.create();
        }
    }
}

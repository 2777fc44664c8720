package io.useradmin.admission;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** Metrics of the resources that requests hold. All values are 0 when the service is idle. */
@Singleton
class AdmissionMetrics {
    private final MeterRegistry registry;
    private final RequestWatch watch;
    private final OperationLimits operations;
    private final ProcessorWork processors;
    private final MemoryBudgets memory;

    AdmissionMetrics(
            MeterRegistry registry,
            RequestWatch watch,
            OperationLimits operations,
            ProcessorWork processors,
            MemoryBudgets memory) {
        this.registry = registry;
        this.watch = watch;
        this.operations = operations;
        this.processors = processors;
        this.memory = memory;
    }

    void register(@Observes StartupEvent start) {
        requests("in_flight", watch::inFlight);
        requests("queued", () -> operations.queued() + processors.queued());
        requests("running", () -> operations.running() + processors.running());
        requests("watched", watch::watched);
        bytes("bodies", memory.bodies()::held);
        bytes("responses", memory.responses()::held);
    }

    private void requests(String state, Supplier<Number> count) {
        Gauge.builder("useradmin.requests.held", count)
                .description("Requests and operations in progress, by state")
                .tag("state", state)
                .register(registry);
    }

    private void bytes(String kind, Supplier<Number> bytes) {
        Gauge.builder("useradmin.memory.held", bytes)
                .description("Memory of request bodies and unsent responses")
                .baseUnit("bytes")
                .tag("kind", kind)
                .register(registry);
    }
}

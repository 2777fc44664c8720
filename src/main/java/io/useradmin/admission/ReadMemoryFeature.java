package io.useradmin.admission;

import io.useradmin.request.RequestPipeline.OperationFilter;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;

/**
 * Limits the memory of every operation that only reads, and of those with {@link CountsRows}. Another operation that writes is not
 * limited: it could fail after its write, and it reads little.
 */
@Provider
class ReadMemoryFeature implements DynamicFeature {
    private final ReadMemory memory;

    ReadMemoryFeature(ReadMemory memory) {
        this.memory = memory;
    }

    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        Method method = operation.getResourceMethod();
        LargePage page = method.getAnnotation(LargePage.class);
        if (page != null) {
            OperationFilter.MEMORY.register(context, new Filter(request -> memory.reserve(request, page.documents())));
        } else if (method.isAnnotationPresent(GET.class) || method.isAnnotationPresent(CountsRows.class)) {
            OperationFilter.MEMORY.register(context, new Filter(memory::count));
        }
    }

    private record Filter(Consumer<ResteasyReactiveContainerRequestContext> action)
            implements ResteasyReactiveContainerRequestFilter {
        @Override
        public void filter(ResteasyReactiveContainerRequestContext request) {
            action.accept(request);
        }
    }
}

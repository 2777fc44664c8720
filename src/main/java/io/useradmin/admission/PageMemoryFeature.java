package io.useradmin.admission;

import io.useradmin.request.RequestPipeline.OperationFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestFilter;

/** Reserves memory before every operation that returns a {@link LargePage}. */
@Provider
class PageMemoryFeature implements DynamicFeature {
    private final PageMemory memory;

    PageMemoryFeature(PageMemory memory) {
        this.memory = memory;
    }

    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        LargePage page = operation.getResourceMethod().getAnnotation(LargePage.class);
        if (page != null) {
            OperationFilter.MEMORY.register(context, new Filter(memory, page.documents()));
        }
    }

    private record Filter(PageMemory memory, int documents) implements ResteasyReactiveContainerRequestFilter {
        @Override
        public void filter(ResteasyReactiveContainerRequestContext request) {
            memory.reserve(request, documents);
        }
    }
}

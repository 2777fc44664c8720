package io.useradmin.server;

import io.useradmin.request.RequestPipeline.ResponseFilter;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.List;

/** Keeps responses out of caches, unless the operation sets the header: most of them are personal data. */
@Provider
@Priority(ResponseFilter.CACHE_CONTROL)
class CacheControlFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putIfAbsent(HttpHeaders.CACHE_CONTROL, List.of("no-store"));
    }
}

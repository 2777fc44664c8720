package io.useradmin.server;

import io.useradmin.problem.ProblemException;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.OperationFilter;
import io.useradmin.shared.Location.Parameter;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;

/** Refuses parameters of the path (;), which the router ignores, before every operation. */
@Provider
class PathParametersFeature implements DynamicFeature {
    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        OperationFilter.PATH_PARAMETERS.register(context, new Filter());
    }

    private record Filter() implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            String path = HttpRequests.path(HttpRequests.routing(request).request());
            if (path.indexOf(';') >= 0) {
                throw ProblemException.invalid(new Parameter("path"), "identifier", "must not have parameters (;)");
            }
        }
    }
}

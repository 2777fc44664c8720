package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.OperationFilter;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;

/** Checks the caller's scope before every operation that requires one. */
@Provider
public class ScopeFeature implements DynamicFeature {
    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        Method method = operation.getResourceMethod();
        RequiresScope required = method.getAnnotation(RequiresScope.class);
        if ((required == null) != method.isAnnotationPresent(RequiresNoScope.class)) {
            throw new IllegalStateException(method + " needs either @RequiresScope or @RequiresNoScope");
        }
        if (required != null) {
            OperationFilter.SCOPE.register(context, new ScopeFilter(required.value()));
        }
    }

    private record ScopeFilter(Scope required) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            if (!Caller.of(HttpRequests.routing(request)).may(required)) {
                throw new ProblemException(new Problem.MissingScope(required.toString()));
            }
        }
    }
}

package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.List;

/** Puts a look at what a body says of itself before every operation that reads one; the others take no notice of theirs. */
@Provider
class BodyFeature implements DynamicFeature {
    private final BodyLimit limit;

    BodyFeature(BodyLimit limit) {
        this.limit = limit;
    }

    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        if (List.of(operation.getResourceMethod().getParameterTypes()).contains(RequestBody.class)) {
            context.register(new BodyFilter(limit), FilterOrder.BODY);
        }
    }

    private record BodyFilter(BodyLimit limit) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            String encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
            if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
                throw new ProblemException(new Problem.Refused(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE, "The body must not have a Content-Encoding."));
            }
            limit.check(request.getLength());
        }
    }
}

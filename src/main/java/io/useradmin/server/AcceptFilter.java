package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.List;

/** Lets either JSON media type admit every answer, errors and bodyless ones included, because published clients mix them. */
@Provider
@PreMatching
@Priority(PreMatchingFilter.ACCEPT)
class AcceptFilter implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        List<String> accept = request.getHeaders().get(HttpHeaders.ACCEPT);
        if (accept == null || accept.isEmpty()) {
            return;
        }
        if (acceptable(request).stream().noneMatch(AcceptFilter::admitsJson)) {
            throw new ProblemException(new Problem.Refused(
                    ProblemType.NOT_ACCEPTABLE, "Responses are application/json or application/problem+json."));
        }
        request.getHeaders().putSingle(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON);
    }

    private static List<MediaType> acceptable(ContainerRequestContext request) {
        try {
            return request.getAcceptableMediaTypes();
        } catch (IllegalArgumentException malformed) {
            return List.of();
        }
    }

    private static boolean admitsJson(MediaType type) {
        boolean admitted =
                type.isCompatible(MediaType.APPLICATION_JSON_TYPE) || type.isCompatible(ProblemRenderer.PROBLEM_JSON);
        return admitted && !isZero(type.getParameters().getOrDefault("q", "1"));
    }

    private static boolean isZero(String quality) {
        return quality.matches("0(\\.0*)?");
    }
}

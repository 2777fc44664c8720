package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.List;

/** The rules of HTTP that hold for every operation and that the framework does not keep the way the contract says. */
@Provider
@PreMatching
@Priority(FilterOrder.HTTP_RULES)
class HttpRulesFilter implements ContainerRequestFilter {
    private final BodyLimit limit;

    HttpRulesFilter(BodyLimit limit) {
        this.limit = limit;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        checkAccept(request);
        checkBody(request);
    }

    /** Either JSON media type admits every answer, errors and bodyless ones included, because published clients mix them. */
    private static void checkAccept(ContainerRequestContext request) {
        List<String> accept = request.getHeaders().get(HttpHeaders.ACCEPT);
        if (accept == null || accept.isEmpty()) {
            return;
        }
        if (acceptable(request).stream().noneMatch(HttpRulesFilter::admitsJson)) {
            throw new ProblemException(new Problem.Refused(
                    ProblemType.NOT_ACCEPTABLE, "Answers are application/json or application/problem+json."));
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

    private void checkBody(ContainerRequestContext request) {
        String encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new ProblemException(new Problem.Refused(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE, "The body must not have a Content-Encoding."));
        }
        limit.check(request.getLength());
    }
}

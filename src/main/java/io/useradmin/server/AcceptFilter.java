package io.useradmin.server;

import io.useradmin.problem.ProblemRenderer;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.vertx.core.MultiMap;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Set;

/**
 * Chooses the media type of the response and replaces the {@code Accept} header with it. If {@code Accept} allows
 * {@code application/json} or {@code application/problem+json}, the client can get every response except a stream, also errors
 * and empty ones, because published clients mix the two. With a stream, problems mean only its errors.
 */
@Provider
@PreMatching
@Priority(PreMatchingFilter.ACCEPT)
class AcceptFilter implements ContainerRequestFilter {
    private static final MediaType JSON = MediaType.APPLICATION_JSON_TYPE;
    private static final List<MediaType> ANYTHING = List.of(MediaType.WILDCARD_TYPE);
    private static final Set<MediaType> JSON_OR_PROBLEM = Set.of(JSON, ProblemRenderer.PROBLEM_JSON);

    private final Operations operations;

    AcceptFilter(Operations operations) {
        this.operations = operations;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        // Reads the headers from Vert.x, because Quarkus would copy all of them to a map.
        MultiMap headers = HttpRequests.routing(request).request().headers();
        MediaTypeHeaders.tidy(headers);
        String first = headers.get(HttpHeaders.ACCEPT);
        if (first != null) {
            List<MediaType> ranges = first.isBlank() && isEmpty(headers) ? ANYTHING : ranges(request);
            // Most clients accept nothing else, so there is no need to find the operation.
            boolean isPlain = !ranges.isEmpty() && JSON_OR_PROBLEM.containsAll(ranges);
            MediaType chosen = isPlain ? JSON : MediaTypeNegotiation.choose(ranges, offered(request));
            request.getHeaders().putSingle(HttpHeaders.ACCEPT, chosen.toString());
        }
    }

    private List<MediaType> offered(ContainerRequestContext request) {
        String path = HttpRequests.path(HttpRequests.routing(request).request());
        return operations
                .find(request.getMethod(), path)
                .map(Operation::mediaTypes)
                .map(types -> types.stream().map(MediaType::valueOf).toList())
                .orElse(List.of(JSON));
    }

    /** A header without a value means the same as no header. */
    private static boolean isEmpty(MultiMap headers) {
        return headers.getAll(HttpHeaders.ACCEPT).stream().allMatch(String::isBlank);
    }

    private static List<MediaType> ranges(ContainerRequestContext request) {
        try {
            return request.getAcceptableMediaTypes();
        } catch (IllegalArgumentException malformed) {
            return List.of();
        }
    }
}

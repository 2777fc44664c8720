package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import io.useradmin.request.Operation;
import io.useradmin.request.Operations;
import io.useradmin.request.RequestInfo;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Chooses the media type of the response and writes only that into the {@code Accept} header. Either JSON media type admits every
 * response except a stream, also errors and empty ones, because published clients mix them.
 */
@Provider
@PreMatching
@Priority(PreMatchingFilter.ACCEPT)
class AcceptFilter implements ContainerRequestFilter {
    private static final MediaType JSON = MediaType.APPLICATION_JSON_TYPE;
    private static final Set<MediaType> JSON_OR_PROBLEM = Set.of(JSON, ProblemRenderer.PROBLEM_JSON);

    private final Operations operations;

    AcceptFilter(Operations operations) {
        this.operations = operations;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        // Asking Vert.x spares the framework a map of all headers.
        MultiMap headers = RequestInfo.routing(request).request().headers();
        MediaTypeHeaders.tidy(headers);
        if (headers.contains(HttpHeaders.ACCEPT)) {
            List<MediaType> acceptable = acceptable(request);
            // Most clients accept nothing else, so there is no need to find the operation.
            boolean isPlain = !acceptable.isEmpty() && JSON_OR_PROBLEM.containsAll(acceptable);
            MediaType chosen = isPlain ? JSON : chosen(acceptable, offered(request));
            request.getHeaders().putSingle(HttpHeaders.ACCEPT, chosen.toString());
        }
    }

    private List<MediaType> offered(ContainerRequestContext request) {
        String path = RequestInfo.routing(request).request().path();
        return Optional.ofNullable(path)
                .flatMap(known -> operations.find(request.getMethod(), known))
                .map(Operation::mediaTypes)
                .map(types -> types.stream().map(MediaType::valueOf).toList())
                .orElse(List.of(JSON));
    }

    private static List<MediaType> acceptable(ContainerRequestContext request) {
        try {
            return request.getAcceptableMediaTypes().stream()
                    .filter(type -> !isZero(type.getParameters().getOrDefault("q", "1")))
                    .toList();
        } catch (IllegalArgumentException malformed) {
            return List.of();
        }
    }

    private static MediaType chosen(List<MediaType> acceptable, List<MediaType> offered) {
        Optional<MediaType> json = firstOf(acceptable, offered, Predicate.not(AcceptFilter::isStream))
                .or(() -> acceptable.stream().anyMatch(ProblemRenderer.PROBLEM_JSON::isCompatible)
                        ? Optional.of(offered.getFirst())
                        : Optional.empty());
        Optional<MediaType> stream = firstOf(acceptable, offered, AcceptFilter::isStream);
        boolean namesStream = acceptable.stream().anyMatch(AcceptFilter::isStream);
        if (namesStream && stream.isPresent()) {
            boolean namesJson = acceptable.stream().anyMatch(type -> !type.isWildcardType() && !isStream(type));
            if (json.isPresent() && namesJson) {
                throw refused("Accept names a stream and JSON; ask for one of them.");
            }
            return stream.get();
        }
        return json.or(() -> stream).orElseThrow(() -> refused("Responses are " + described(offered) + "."));
    }

    private static Optional<MediaType> firstOf(
            List<MediaType> acceptable, List<MediaType> offered, Predicate<MediaType> kind) {
        return acceptable.stream()
                .flatMap(wanted -> offered.stream().filter(kind).filter(wanted::isCompatible))
                .findFirst();
    }

    private static String described(List<MediaType> offered) {
        return String.join(
                " or ",
                Stream.concat(offered.stream(), Stream.of(ProblemRenderer.PROBLEM_JSON))
                        .map(Objects::toString)
                        .toList());
    }

    private static ProblemException refused(String detail) {
        return new ProblemException(new Problem.Refused(ProblemType.NOT_ACCEPTABLE, detail));
    }

    private static boolean isStream(MediaType type) {
        return MediaType.SERVER_SENT_EVENTS_TYPE.isCompatible(type)
                && !type.isWildcardType()
                && !type.isWildcardSubtype();
    }

    private static boolean isZero(String quality) {
        return quality.matches("0(\\.0*)?");
    }
}

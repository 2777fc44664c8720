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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
        MultiMap headers = RequestInfo.routing(request).request().headers();
        MediaTypeHeaders.tidy(headers);
        String first = headers.get(HttpHeaders.ACCEPT);
        if (first != null) {
            List<MediaType> ranges = first.isBlank() && isEmpty(headers) ? ANYTHING : ranges(request);
            // Most clients accept nothing else, so there is no need to find the operation.
            boolean isPlain = !ranges.isEmpty() && JSON_OR_PROBLEM.containsAll(ranges);
            MediaType chosen = isPlain ? JSON : chosen(ranges, offered(request));
            request.getHeaders().putSingle(HttpHeaders.ACCEPT, chosen.toString());
        }
    }

    private List<MediaType> offered(ContainerRequestContext request) {
        String path = RequestInfo.path(RequestInfo.routing(request).request());
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

    private static MediaType chosen(List<MediaType> ranges, List<MediaType> all) {
        List<MediaType> acceptable =
                ranges.stream().filter(range -> !isRefused(range)).toList();
        List<MediaType> offered = acceptable.size() == ranges.size()
                ? all
                : all.stream().filter(type -> !isRefused(type, ranges)).toList();
        Optional<MediaType> json = firstOf(acceptable, offered, Predicate.not(AcceptFilter::isStream))
                // Also if another range refuses JSON: the two mean the same.
                .or(() -> acceptable.stream().anyMatch(AcceptFilter::isProblem)
                        ? all.stream().findFirst()
                        : Optional.empty());
        Optional<MediaType> stream = firstOf(acceptable, offered, AcceptFilter::isStream);
        boolean namesStream = acceptable.stream().anyMatch(AcceptFilter::isStream);
        if (namesStream && stream.isPresent()) {
            boolean namesJson = acceptable.stream().anyMatch(AcceptFilter::isJson);
            if (json.isPresent() && namesJson) {
                throw refused("Accept allows a stream and JSON; allow only one of them.");
            }
            return stream.get();
        }
        return json.or(() -> stream).orElseThrow(() -> refused("Responses are " + described(all) + "."));
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

    /** Problems do not count: next to a stream, they are for its errors. */
    private static boolean isJson(MediaType range) {
        return !range.isWildcardType() && !isStream(range) && !isProblem(range);
    }

    private static boolean isProblem(MediaType range) {
        return ProblemRenderer.PROBLEM_JSON.isCompatible(range) && !range.isWildcardSubtype();
    }

    /** Whether the most specific range that has {@code type} refuses it (RFC 9110, 12.5.1). */
    private static boolean isRefused(MediaType type, List<MediaType> ranges) {
        return ranges.stream()
                .filter(type::isCompatible)
                .max(Comparator.comparing(MediaType::isWildcardSubtype)
                        .thenComparing(MediaType::isWildcardType)
                        .reversed())
                .filter(AcceptFilter::isRefused)
                .isPresent();
    }

    private static boolean isRefused(MediaType range) {
        return range.getParameters().getOrDefault("q", "1").matches("0(\\.0*)?");
    }
}

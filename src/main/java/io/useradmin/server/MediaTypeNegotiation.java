package io.useradmin.server;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.ProblemType;
import jakarta.ws.rs.core.MediaType;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Chooses the media type of a response. For the rules, see {@link AcceptFilter}. */
final class MediaTypeNegotiation {
    private static final Pattern ZERO = Pattern.compile("0(\\.0*)?");

    private final List<MediaType> ranges;
    private final List<MediaType> acceptable;
    private final List<MediaType> offered;
    /** The offered types that no range refuses. */
    private final List<MediaType> left;

    private MediaTypeNegotiation(List<MediaType> ranges, List<MediaType> offered) {
        this.ranges = ranges;
        this.acceptable = ranges.stream().filter(range -> !refuses(range)).toList();
        this.offered = offered;
        this.left = acceptable.size() == ranges.size()
                ? offered
                : offered.stream().filter(type -> !isRefused(type)).toList();
    }

    /** One of the {@code offered} types, as {@code ranges} allow and prefer. Fails with a {@link ProblemException} without one. */
    static MediaType choose(List<MediaType> ranges, List<MediaType> offered) {
        return new MediaTypeNegotiation(ranges, offered).choice();
    }

    private MediaType choice() {
        Optional<MediaType> json = json();
        Optional<MediaType> stream = firstOf(MediaTypeNegotiation::isStream);
        if (stream.isEmpty() || !accepts(MediaTypeNegotiation::isStream)) {
            return json.or(() -> stream).orElseThrow(() -> refused("Responses are " + described() + "."));
        }
        if (json.isPresent() && accepts(MediaTypeNegotiation::isJson)) {
            throw refused("Accept allows a stream and JSON; allow only one of them.");
        }
        return stream.get();
    }

    /** A range of problems allows JSON, also if another range refuses JSON: the two mean the same. */
    private Optional<MediaType> json() {
        return firstOf(Predicate.not(MediaTypeNegotiation::isStream))
                .or(() -> accepts(MediaTypeNegotiation::isProblem)
                        ? offered.stream().findFirst()
                        : Optional.empty());
    }

    private Optional<MediaType> firstOf(Predicate<MediaType> kind) {
        return acceptable.stream()
                .flatMap(wanted -> left.stream().filter(kind).filter(wanted::isCompatible))
                .findFirst();
    }

    private boolean accepts(Predicate<MediaType> kind) {
        return acceptable.stream().anyMatch(kind);
    }

    private String described() {
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
    private boolean isRefused(MediaType type) {
        return ranges.stream()
                .filter(type::isCompatible)
                .max(Comparator.comparing(MediaType::isWildcardSubtype)
                        .thenComparing(MediaType::isWildcardType)
                        .reversed())
                .filter(MediaTypeNegotiation::refuses)
                .isPresent();
    }

    private static boolean refuses(MediaType range) {
        return ZERO.matcher(range.getParameters().getOrDefault("q", "1")).matches();
    }
}

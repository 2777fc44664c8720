package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Optional;

/** What a caller of a write expects to be there, by its If-Match and If-None-Match headers (RFC 9110, section 13). */
public record Preconditions(Optional<EntityTags> ifMatch, Optional<EntityTags> ifNoneMatch) {
    /** Expects nothing. */
    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /** Reads the headers of a request. */
    public static Preconditions of(HttpHeaders headers) {
        return new Preconditions(
                EntityTags.ifMatch(values(headers, HttpHeaders.IF_MATCH)),
                EntityTags.ifNoneMatch(values(headers, HttpHeaders.IF_NONE_MATCH)));
    }

    /** Whether nothing is expected, so that the current version need not be known. */
    public boolean isEmpty() {
        return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
    }

    /** Ends a write with {@link Problem.PreconditionFailed} unless what is there, be it nothing, is what was expected. */
    public void require(Optional<Long> version) {
        if (ifMatch.isPresent() && version.filter(ifMatch.get()::match).isEmpty()) {
            throw new ProblemException(new Problem.PreconditionFailed());
        }
        if (ifNoneMatch.isPresent() && version.filter(ifNoneMatch.get()::match).isPresent()) {
            throw new ProblemException(
                    new Problem.PreconditionFailed("The If-None-Match header rules out what is there already."));
        }
    }

    private static List<String> values(HttpHeaders headers, String name) {
        List<String> values = headers.getRequestHeader(name);
        return values == null ? List.of() : values;
    }
}

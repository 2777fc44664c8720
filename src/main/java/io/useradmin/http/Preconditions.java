package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Violations;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Optional;

/** The If-Match and If-None-Match headers of a request for a resource with an ETag (RFC 9110, section 13). */
public record Preconditions(Optional<EntityTags> ifMatch, Optional<EntityTags> ifNoneMatch) {
    /** Preconditions that always hold. */
    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /** Reads the headers of a write; a malformed one is a violation. */
    public static Preconditions ofWrite(HttpServerRequest request, Violations violations) {
        return new Preconditions(
                EntityTags.ifMatch(values(request, HttpHeaders.IF_MATCH), violations),
                EntityTags.ifNoneMatchOfWrite(values(request, HttpHeaders.IF_NONE_MATCH), violations));
    }

    /** Reads the headers of a read; a malformed If-Match is a violation, a malformed If-None-Match is ignored. */
    public static Preconditions ofRead(HttpServerRequest request, Violations violations) {
        return new Preconditions(
                EntityTags.ifMatch(values(request, HttpHeaders.IF_MATCH), violations),
                EntityTags.ifNoneMatch(values(request, HttpHeaders.IF_NONE_MATCH)));
    }

    /** The same preconditions, ignoring {@code bits} of a version. */
    public Preconditions ignoring(long bits) {
        return new Preconditions(ifMatch.map(tags -> tags.without(bits)), ifNoneMatch.map(tags -> tags.without(bits)));
    }

    /** Whether a version for which If-Match holds can have one of {@code bits}. */
    public boolean expectAny(long bits) {
        return ifMatch.map(tags -> tags.any() || tags.haveAny(bits)).orElse(true);
    }

    /** Whether the preconditions hold for every version of an existing resource. */
    public boolean allowEveryVersion() {
        return ifNoneMatch.isEmpty() && ifMatch.map(EntityTags::any).orElse(true);
    }

    /**
     * Fails a write with {@link Problem.PreconditionFailed} unless the preconditions hold.
     *
     * @param version the current version; empty if the resource does not exist
     */
    public void require(Optional<Long> version) {
        if (!matches(version) || version.filter(this::isExcluded).isPresent()) {
            throw refusal(version);
        }
    }

    /** The failure of a write for which the preconditions do not hold. */
    public ProblemException refusal(Optional<Long> version) {
        return new ProblemException(
                matches(version)
                        ? new Problem.PreconditionFailed("If-None-Match has the current version.")
                        : new Problem.PreconditionFailed());
    }

    /**
     * Whether the response to a read is 304, because the client has the current version. Fails with {@link
     * Problem.PreconditionFailed} if If-Match does not match {@code version}.
     */
    public boolean isNotModified(long version) {
        if (!matches(Optional.of(version))) {
            throw refusal(Optional.of(version));
        }
        return isExcluded(version);
    }

    private boolean matches(Optional<Long> version) {
        return ifMatch.isEmpty() || version.filter(ifMatch.get()::match).isPresent();
    }

    private boolean isExcluded(long version) {
        return ifNoneMatch.filter(tags -> tags.match(version)).isPresent();
    }

    private static List<String> values(HttpServerRequest request, String name) {
        return request.headers().getAll(name);
    }
}

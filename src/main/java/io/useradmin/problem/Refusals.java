package io.useradmin.problem;

import io.useradmin.problem.Problem.InvalidInput;
import io.useradmin.problem.Problem.Refused;
import io.useradmin.shared.Location;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.WholeSeconds;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Refusals that more than one class needs: the code that refuses, and the OpenAPI document with its examples. */
public final class Refusals {
    private static final String RETRY_AFTER = "Retry-After";
    private static final String READABLE =
            "only visible ASCII characters other than #, and % only before two hexadecimal digits";

    private Refusals() {}

    /** There is nothing at the path of the request. */
    public static Problem unknownPath() {
        return new Refused(ProblemType.UNKNOWN_PATH, "There is nothing at this path.");
    }

    /**
     * The path does not allow the method.
     *
     * @param allowed the allowed methods, as in {@code Allow}
     */
    public static Problem methodNotAllowed(String allowed) {
        return new Refused(ProblemType.METHOD_NOT_ALLOWED, "Allowed: " + allowed + ".", Map.of("Allow", allowed));
    }

    /** The path only serves a document. */
    public static Problem onlyReads() {
        return methodNotAllowed("GET, HEAD");
    }

    /**
     * The source has sent too many invalid keys.
     *
     * @param delay the time until the source may try again; rounded up to seconds, at least one
     */
    public static Problem tooManyFailedKeys(Duration delay) {
        return new Refused(
                ProblemType.TOO_MANY_FAILED_KEYS,
                "Too many requests with an invalid API key came from this address. Keys that this replica has recently accepted still work.",
                retryAfter(delay));
    }

    /**
     * The key has exceeded its rate limit.
     *
     * @param delay the time until the limit allows a request; rounded up to seconds, at least one
     */
    public static Problem rateLimited(Duration delay) {
        return new Refused(
                ProblemType.RATE_LIMITED,
                "The API key has sent more requests than its limit allows, see RateLimit-Policy. Nothing was done.",
                retryAfter(delay));
    }

    /**
     * {@code delay} in a header, at least a second: after 0 s, the limit can still refuse the request, and the client would repeat it
     * in a loop.
     */
    public static long retrySeconds(Duration delay) {
        return Math.max(1, WholeSeconds.roundedUp(delay));
    }

    private static Map<String, String> retryAfter(Duration delay) {
        return Map.of(RETRY_AFTER, Long.toString(retrySeconds(delay)));
    }

    /** The path of the request is malformed. */
    public static Problem unreadablePath() {
        return malformed(new Parameter("path"), "must begin with a slash and have " + READABLE);
    }

    /** The query of the request is malformed. */
    public static Problem unreadableQuery() {
        return malformed(new Parameter("query"), "must have " + READABLE);
    }

    /** The request does not say for which host it is. */
    public static Problem unreadableHost() {
        return malformed(new Header("Host"), "must be the host that the request is for");
    }

    /** A part of the request line or a header is malformed. */
    public static Problem malformed(Location location, String detail) {
        return new InvalidInput(List.of(new Violation(location, "malformed", detail, Severity.UNREADABLE)));
    }

    /** Events of a stream were purged before the receiver acknowledged them. */
    public static Problem eventsPurged() {
        return new Refused(
                ProblemType.EVENTS_PURGED,
                "Events were purged before the receiver acknowledged them. Disable and enable the stream to continue.");
    }

    /** The tenant already has {@code most} streams, the limit. */
    public static Problem tooManyStreams(int most) {
        return new Refused(
                ProblemType.TOO_MANY_STREAMS,
                "The tenant has %d streams, and cannot have more; delete one first.".formatted(most));
    }

    /** The key no longer works: its state is {@code state}. */
    public static Problem keyEnded(String state) {
        return new Refused(ProblemType.KEY_ENDED, "The key is " + state + "; create a new one instead.");
    }

    /** The caller tries to revoke the last key that can manage keys. */
    public static Problem lastManagingKey() {
        return new Refused(
                ProblemType.LAST_MANAGING_KEY,
                "No other key of the tenant with the scope keys:manage works as long as this one, or for another day."
                        + " Create or rotate one first.");
    }

    /** A primary entry cannot be removed while there are others. */
    public static Problem primaryIdentifier() {
        return new Refused(ProblemType.PRIMARY_IDENTIFIER, "Make another entry the primary one first.");
    }
}

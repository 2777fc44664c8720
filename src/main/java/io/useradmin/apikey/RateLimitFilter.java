package io.useradmin.apikey;

import io.useradmin.apikey.KeyRateLimiter.Count;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.PreMatchingFilter;
import io.useradmin.shared.WholeSeconds;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;

/** Refuses requests of a key above its rate limit, and sets the rate limit headers. */
@Provider
@PreMatching
@Priority(PreMatchingFilter.RATE_LIMIT)
class RateLimitFilter implements ContainerRequestFilter {
    /** The limit of the key (draft-ietf-httpapi-ratelimit-headers-11). */
    static final String POLICY = "RateLimit-Policy";

    /** The remaining quota. */
    static final String REMAINING = "RateLimit";

    private final KeyRateLimiter limiter;

    RateLimitFilter(KeyRateLimiter limiter) {
        this.limiter = limiter;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        RoutingContext context = HttpRequests.routing(request);
        Caller.find(context)
                .flatMap(caller -> refusal(caller, context.response()))
                .ifPresent(refusal -> {
                    throw new ProblemException(refusal);
                });
    }

    /**
     * Counts a request, and sets the headers. The refusal is empty if the key is within its limit. Not in a response filter, because
     * streams and responses at the deadline bypass those.
     */
    Optional<Problem> refusal(Caller caller, HttpServerResponse response) {
        RateLimit limit = caller.limit();
        if (limit == null) {
            return Optional.empty();
        }
        Count count = limiter.count(caller.keyId(), limit);
        response.putHeader(POLICY, policy(limit)).putHeader(REMAINING, remaining(count));
        return count.isWithinLimit() ? Optional.empty() : Optional.of(Refusals.rateLimited(count.delay()));
    }

    /** The quota is the burst. The window is the time in which an unused key gets its full burst back. */
    static String policy(RateLimit limit) {
        return "\"key\";q=%d;w=%d".formatted(limit.burst(), limit.recovery().toSeconds());
    }

    /**
     * The time is that of the full burst. If no request is left, it is that of the next one, so that {@code Retry-After} is not
     * earlier.
     */
    static String remaining(Count count) {
        long seconds =
                count.left() > 0 ? WholeSeconds.roundedUp(count.recovery()) : Refusals.retrySeconds(count.delay());
        return "\"key\";r=%d;t=%d".formatted(count.left(), seconds);
    }
}

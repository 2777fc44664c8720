package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.RequestAttribute;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated client.
 *
 * @param keyId the public part of the key, safe to log
 * @param tenantId the tenant whose users it may see
 * @param scopes its scopes as text; {@link Scope#ALL} means all
 * @param limit the key's rate limit; null means unlimited
 */
public record Caller(
        String keyId,
        String tenantId,
        Set<String> scopes,
        @Nullable RateLimit limit) {
    private static final RequestAttribute<Caller> ATTRIBUTE = RequestAttribute.of(Caller.class);

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** The caller of the request. Fails if there is none, so that a request that bypassed authentication gets no data. */
    public static Caller of(RoutingContext request) {
        return find(request).orElseThrow(() -> new ProblemException(new Problem.Unauthenticated()));
    }

    /** The caller of the request, if it is authenticated. */
    public static Optional<Caller> find(RoutingContext request) {
        return ATTRIBUTE.find(request);
    }

    /**
     * Stores the caller in {@code request}. Not in the security context, because for that Quarkus would look for a missing bean
     * on every request.
     */
    void storeIn(RoutingContext request) {
        ATTRIBUTE.set(request, this);
    }

    /** Whether the key has {@code scope}. */
    public boolean may(Scope scope) {
        return scopes.contains(scope.toString()) || scopes.contains(Scope.ALL);
    }

    /** The user of a request within the caller's tenant; a malformed id is a violation. */
    public UserKey user(String userId, Violations violations) {
        return new UserKey(tenantId, Identifier.check(new Parameter("user_id"), userId, violations));
    }
}

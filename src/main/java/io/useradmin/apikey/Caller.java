package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;

/**
 * The internal service that calls, as its key introduces it.
 *
 * @param keyId the public part of the key, fit for logs
 * @param tenantId whose users it may see
 * @param scopes what it may do, as they are written; {@link Scope#ALL} stands for all
 */
public record Caller(String keyId, String tenantId, Set<String> scopes) {
    private static final String NAME = Caller.class.getName();

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Who calls; nobody is an error, so that a request which slipped past authentication gets nothing. */
    public static Caller of(RoutingContext request) {
        return find(request).orElseThrow(() -> new ProblemException(new Problem.Unauthenticated()));
    }

    /** Who calls, where that has been found out. */
    public static Optional<Caller> find(RoutingContext request) {
        return Optional.ofNullable(request.get(NAME));
    }

    /**
     * Remembers who sent {@code request}. Not as its security context, for which the framework looks for a bean that is not
     * there on every request.
     */
    void sent(RoutingContext request) {
        request.put(NAME, this);
    }

    /** Whether the key is good for {@code scope}. */
    public boolean may(Scope scope) {
        return scopes.contains(scope.toString()) || scopes.contains(Scope.ALL);
    }

    /** The user that a request is about, within the caller's tenant; an id of a wrong form is noted as a violation. */
    public UserKey user(String userId, Violations violations) {
        return new UserKey(tenantId, Identifier.check(new Parameter("user_id"), userId, violations));
    }
}

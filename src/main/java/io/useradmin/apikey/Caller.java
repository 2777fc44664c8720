package io.useradmin.apikey;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Set;

/**
 * The internal service that calls, as its key introduces it.
 *
 * @param keyId the public part of the key, fit for logs
 * @param tenantId whose users it may see
 * @param scopes what it may do, as they are written; {@link Scope#ALL} stands for all
 */
public record Caller(String keyId, String tenantId, Set<String> scopes) implements Principal {
    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Who calls; nobody is an error, so that a request which slipped past authentication gets nothing. */
    public static Caller of(SecurityContext security) {
        if (security.getUserPrincipal() instanceof Caller caller) {
            return caller;
        }
        throw new ProblemException(new Problem.Unauthenticated());
    }

    /** Whether the key is good for {@code scope}. */
    public boolean may(Scope scope) {
        return scopes.contains(scope.toString()) || scopes.contains(Scope.ALL);
    }

    /** The user that a request is about, within the caller's tenant; an id of a wrong form is noted as a violation. */
    public UserKey user(String userId, Violations violations) {
        return new UserKey(tenantId, Identifier.check(new Parameter("user_id"), userId, violations));
    }

    @Override
    public String getName() {
        return keyId;
    }
}

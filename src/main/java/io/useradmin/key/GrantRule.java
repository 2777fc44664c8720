package io.useradmin.key;

import io.useradmin.apikey.KeyGrant;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.util.List;

/** A key can only grant scopes that it has, and a rate limit that does not exceed its own. */
final class GrantRule {
    private static final String CODE = "not_granted";

    private GrantRule() {}

    /** Fails with {@link Problem.GrantExceedsKey} unless a key with {@code own} may create a key with {@code wanted}. */
    static void require(KeyGrant own, KeyGrant wanted) {
        var violations = new Violations();
        List<String> scopes = wanted.scopes();
        for (int index = 0; index < scopes.size(); index++) {
            if (!own.covers(scopes.get(index))) {
                violations.broken(new Pointer("/scopes/" + index), CODE, "your key does not have this scope");
            }
        }
        if (!own.covers(wanted.limit())) {
            violations.broken(new Pointer("/rate"), CODE, "must not be higher than that of your key: " + own.limit());
        }
        throwIfAny(violations);
    }

    /**
     * Fails with {@link Problem.GrantExceedsKey} unless a key with {@code own} may rotate a key with {@code old}, because the
     * caller receives the successor.
     */
    static void requireRotation(KeyGrant own, KeyGrant old) {
        var violations = new Violations();
        var key = new Parameter("key_id");
        old.scopes().stream()
                .filter(scope -> !own.covers(scope))
                .forEach(scope -> violations.broken(key, CODE, "your key does not have the scope " + scope));
        if (!own.covers(old.limit())) {
            violations.broken(key, CODE, "the key has a higher rate than your key: " + own.limit());
        }
        throwIfAny(violations);
    }

    private static void throwIfAny(Violations violations) {
        if (!violations.isEmpty()) {
            throw new ProblemException(new Problem.GrantExceedsKey(violations.found()));
        }
    }
}

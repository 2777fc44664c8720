package io.useradmin.user;

import io.useradmin.problem.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of one part of a user, in one statement that returns the user after the change.
 *
 * @param statement by {@link UserChangeSql}
 * @param values the values of its own parameters, in the order of their names
 * @param refusals the problems that can refuse the change, by the refusal that the statement returns or the violated constraint
 */
record UserChange(String statement, List<? extends @Nullable Object> values, Map<String, Problem> refusals) {}

/**
 * Errors: one sealed type, one catalogue of problem types, and one renderer for errors of this service and of Quarkus. Also what the
 * service does about failed or overtaken statements.
 */
@NullMarked
package io.useradmin.problem;

import org.jspecify.annotations.NullMarked;

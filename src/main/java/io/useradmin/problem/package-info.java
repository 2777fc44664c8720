/** Errors: one sealed type, one catalogue of problem types, and one renderer for errors of this service and of Quarkus. */
@NullMarked
package io.useradmin.problem;

import org.jspecify.annotations.NullMarked;

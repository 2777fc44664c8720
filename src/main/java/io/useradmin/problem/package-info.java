/** Errors: one sealed type, one catalogue of problem types, one renderer for this service's errors and the framework's. */
@NullMarked
package io.useradmin.problem;

import org.jspecify.annotations.NullMarked;

/** Information about a request that errors, logs and metrics share, and the list of operations. */
@NullMarked
package io.useradmin.request;

import org.jspecify.annotations.NullMarked;

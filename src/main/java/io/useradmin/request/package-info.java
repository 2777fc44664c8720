/** What errors, logs and metrics share about a request, and the list of operations. */
@NullMarked
package io.useradmin.request;

import org.jspecify.annotations.NullMarked;

/** What is known of a request while it is served, and which operations there are: what errors, logs and metrics share. */
@NullMarked
package io.useradmin.request;

import org.jspecify.annotations.NullMarked;

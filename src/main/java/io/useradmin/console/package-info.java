/** Serves the console, whose sources are in {@code src/main/web}. */
@NullMarked
package io.useradmin.console;

import org.jspecify.annotations.NullMarked;

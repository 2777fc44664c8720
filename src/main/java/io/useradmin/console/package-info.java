/** Serves the console, whose sources are in {@code src/main/resources/web}. */
@NullMarked
package io.useradmin.console;

import org.jspecify.annotations.NullMarked;

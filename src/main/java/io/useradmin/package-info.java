/** The user administration service. */
@NullMarked
package io.useradmin;

import org.jspecify.annotations.NullMarked;

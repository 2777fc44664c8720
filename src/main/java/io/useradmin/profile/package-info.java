/** The specification's User object, which several operations answer, and the reader that gets it in one statement. */
@NullMarked
package io.useradmin.profile;

import org.jspecify.annotations.NullMarked;

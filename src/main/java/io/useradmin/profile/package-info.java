/** The specification's User object, which several operations return, and the statement that reads it. */
@NullMarked
package io.useradmin.profile;

import org.jspecify.annotations.NullMarked;

/** The User object of the specification, which several operations return, and its reader, one statement. */
@NullMarked
package io.useradmin.profile;

import org.jspecify.annotations.NullMarked;

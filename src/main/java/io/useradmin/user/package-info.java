/** Users as a whole: deleted. */
@NullMarked
package io.useradmin.user;

import org.jspecify.annotations.NullMarked;

/** Users as a whole: put, got, listed and deleted. */
@NullMarked
package io.useradmin.user;

import org.jspecify.annotations.NullMarked;

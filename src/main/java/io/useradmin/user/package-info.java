/** Users as a whole: put, get, list and delete. Also changes of single parts. */
@NullMarked
package io.useradmin.user;

import org.jspecify.annotations.NullMarked;

/** The pool of connections to PostgreSQL: its bounds, and whether the service is ready to use it. */
@NullMarked
package io.useradmin.database;

import org.jspecify.annotations.NullMarked;

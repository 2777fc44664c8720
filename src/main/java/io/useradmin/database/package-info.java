/** The connections to PostgreSQL: bounds, TLS, readiness. */
@NullMarked
package io.useradmin.database;

import org.jspecify.annotations.NullMarked;

/** The connections to PostgreSQL: timeouts and limits, TLS, readiness. */
@NullMarked
package io.useradmin.database;

import org.jspecify.annotations.NullMarked;

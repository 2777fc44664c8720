/**
 * The connections to PostgreSQL (timeouts, limits, TLS, readiness, Citus), and what repositories run on them: direct statements,
 * lists, and a transaction for a whole request.
 */
@NullMarked
package io.useradmin.database;

import org.jspecify.annotations.NullMarked;

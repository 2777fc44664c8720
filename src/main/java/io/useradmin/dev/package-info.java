/** What {@code quarkus:dev} needs to run on a fresh machine: a PostgreSQL of its own and a tenant full of demo data. */
@NullMarked
package io.useradmin.dev;

import org.jspecify.annotations.NullMarked;

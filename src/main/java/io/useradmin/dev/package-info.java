/** Everything that {@code quarkus:dev} needs on a new machine: an embedded PostgreSQL and a tenant with demo data. */
@NullMarked
package io.useradmin.dev;

import org.jspecify.annotations.NullMarked;

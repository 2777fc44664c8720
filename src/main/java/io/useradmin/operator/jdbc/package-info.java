/** JDBC helpers with the types of the service. */
@NullMarked
package io.useradmin.operator.jdbc;

import org.jspecify.annotations.NullMarked;

/** Plain JDBC in the types that the service thinks in. */
@NullMarked
package io.useradmin.operator.jdbc;

import org.jspecify.annotations.NullMarked;

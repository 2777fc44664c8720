/**
 * The command line of whoever runs the service. A command is a class that picocli fills; it works over plain JDBC and starts
 * neither the HTTP server nor the framework.
 */
@NullMarked
package io.useradmin.operator;

import org.jspecify.annotations.NullMarked;

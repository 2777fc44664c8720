/**
 * The operator's command line. Each command is a class that picocli fills. It uses plain JDBC and starts neither the HTTP server
 * nor Quarkus.
 */
@NullMarked
package io.useradmin.operator;

import org.jspecify.annotations.NullMarked;

/**
 * The operator's command line. A command is a class that picocli fills. It uses plain JDBC and starts neither the HTTP server nor
 * the framework.
 */
@NullMarked
package io.useradmin.operator;

import org.jspecify.annotations.NullMarked;

/** Protects the HTTP server for all operations: checks of framing, paths and media types, and limits. */
@NullMarked
package io.useradmin.server;

import org.jspecify.annotations.NullMarked;

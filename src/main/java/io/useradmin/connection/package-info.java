/** Protects client connections before Vert.x reads a request: limits for connections, frames, fields and requests that wait. */
@NullMarked
package io.useradmin.connection;

import org.jspecify.annotations.NullMarked;

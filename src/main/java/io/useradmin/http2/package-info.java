/** Limits for connections: frames of HTTP/2, pipelined requests of HTTP/1. Also protocol detection. */
@NullMarked
package io.useradmin.http2;

import org.jspecify.annotations.NullMarked;

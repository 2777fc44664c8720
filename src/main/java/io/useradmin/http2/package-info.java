/** Limits for HTTP/2 connections, and how a connection becomes one. */
@NullMarked
package io.useradmin.http2;

import org.jspecify.annotations.NullMarked;

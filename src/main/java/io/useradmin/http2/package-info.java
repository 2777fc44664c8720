/** Limits for HTTP/2 connections, and protocol detection. */
@NullMarked
package io.useradmin.http2;

import org.jspecify.annotations.NullMarked;

/** What an HTTP/2 connection may send besides requests, and how a connection becomes one of HTTP/2. */
@NullMarked
package io.useradmin.http2;

import org.jspecify.annotations.NullMarked;

/** Clients that callers generate from the OpenAPI document. */
@NullMarked
package io.useradmin.clients;

import org.jspecify.annotations.NullMarked;

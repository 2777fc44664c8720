/** Completes the OpenAPI document with what all operations share. */
@NullMarked
package io.useradmin.openapi;

import org.jspecify.annotations.NullMarked;

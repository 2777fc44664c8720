/** Adds the common parts of all operations to the OpenAPI document. */
@NullMarked
package io.useradmin.openapi;

import org.jspecify.annotations.NullMarked;

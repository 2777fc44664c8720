/** Tests of client code that is generated from the OpenAPI document. */
@NullMarked
package io.useradmin.clients;

import org.jspecify.annotations.NullMarked;
